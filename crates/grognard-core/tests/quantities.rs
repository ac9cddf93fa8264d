//! What people write is what is meant, and what is exact stays exact.

use grognard_core::{Amount, Bearing, Length, LengthError, LengthUnit, Point, Pose, Ratio};
use proptest::prelude::*;

#[test]
fn lengths_are_read_as_people_write_them() {
    let cases = [
        ("10 cm", 100.0),
        ("10cm", 100.0),
        ("25 mm", 25.0),
        ("3.5 in", 88.9),
        ("2 1/2\"", 63.5),
        ("2\u{bd}\u{2033}", 63.5),
        ("1/2 in", 12.7),
        ("0 mm", 0.0),
        ("-4 cm", -40.0),
        ("15 inches", 381.0),
    ];
    for (text, millimetres) in cases {
        assert_eq!(
            text.parse::<Length>().map(Length::millimetres),
            Ok(millimetres),
            "{text}"
        );
    }
}

#[test]
fn a_length_without_a_unit_is_refused_with_the_remedy() {
    let error = "12".parse::<Length>().unwrap_err();
    assert_eq!(error, LengthError::NoUnit("12".into()));
    assert!(error.to_string().contains("12 cm"));
}

#[test]
fn nonsense_is_no_length() {
    for text in [
        "",
        "cm",
        "ten cm",
        "1/0 in",
        "1e9 cm",
        "nan mm",
        "inf in",
        "1 2 cm",
        "1/2 1/2 in",
        "4 furlongs",
    ] {
        assert!(text.parse::<Length>().is_err(), "{text:?}");
    }
}

#[test]
fn an_ordered_distance_is_an_exact_amount_in_its_unit() {
    for (text, unit, value) in [
        ("2.25 in", LengthUnit::Inch, Ratio::new(9, 4)),
        ("1/3 in", LengthUnit::Inch, Ratio::new(1, 3)),
        ("10.1 cm", LengthUnit::Centimetre, Ratio::new(101, 10)),
        ("1.875\"", LengthUnit::Inch, Ratio::new(15, 8)),
    ] {
        let length: Length = text.parse().unwrap();
        let amount = length.amount().over(unit.millimetres()).unwrap();
        assert_eq!(amount, Amount::exact(value), "{text}");
    }
}

#[test]
fn a_share_is_printed_as_the_fraction_it_is() {
    let spent = Amount::exact(Ratio::new(8, 15)) + Amount::exact(Ratio::HALF);
    assert_eq!(spent.to_string(), "31/30");
    assert!(
        spent.exceeds(Amount::exact(Ratio::ONE), 0.1),
        "exact amounts know no tolerance"
    );
    let measured = Amount::measured(1.05);
    assert!(!measured.exceeds(Amount::exact(Ratio::ONE), 0.1));
    assert!(measured.exceeds(Amount::exact(Ratio::ONE), 0.01));
}

#[test]
fn directions_are_exact_at_right_angles() {
    assert_eq!(Bearing::EAST.direction(), (1.0, 0.0));
    assert_eq!(Bearing::new(-90.0), Bearing::WEST);
    assert_eq!(Bearing::new(720.0), Bearing::NORTH);
    assert_eq!(Bearing::new(f64::NAN), Bearing::NORTH);
    assert_eq!(Bearing::new(350.0).minus(Bearing::new(10.0)), -20.0);
    assert_eq!(
        Point::new(0.0, 2.0).turned_about(Point::default(), 90.0),
        Point::new(2.0, 0.0)
    );
}

#[test]
fn a_huge_sum_of_fractions_does_not_fail() {
    let mut sum = Ratio::ZERO;
    for n in 1..200 {
        sum = sum + Ratio::new(1, n * n + 1);
    }
    assert!((sum.to_f64() - 1.071).abs() < 0.01, "{sum}");
}

proptest! {
    #[test]
    fn a_ratio_reads_back_as_it_is_printed(
        num in prop_oneof![-1_000_000_i64..1_000_000, -i64::MAX..=i64::MAX],
        den in prop_oneof![1_i64..1_000_000, 1..=i64::MAX],
    ) {
        let ratio = Ratio::new(num, den);
        prop_assert_eq!(ratio.to_string().parse::<Ratio>(), Ok(ratio));
        let json = serde_json::to_string(&ratio).unwrap();
        prop_assert_eq!(serde_json::from_str::<Ratio>(&json).unwrap(), ratio);
    }

    #[test]
    fn the_simplest_fraction_rounds_to_its_number(x in -1.0e6_f64..1.0e6) {
        if let Some(ratio) = Ratio::simplest(x) {
            prop_assert_eq!(ratio.to_f64(), x);
        }
    }

    #[test]
    fn a_number_with_few_decimals_is_the_fraction_that_is_written(num in -9_999_999_999_i64..=9_999_999_999, places in 1_u32..=4) {
        let parts = 10_i64.pow(places);
        let x = num as f64 / parts as f64;
        prop_assert_eq!(Ratio::simplest(x), Some(Ratio::new(num, parts)));
        prop_assert_eq!(Ratio::simplest_within(x, parts), Some(Ratio::new(num, parts)));
    }

    #[test]
    fn what_no_plain_fraction_is_stays_measured(num in 1_i64..1_000_000, den in 10_007_i64..1_000_000) {
        let ratio = Ratio::new(num, den);
        let amount = Length::mm(ratio.to_f64()).amount();
        prop_assert_eq!(amount.is_exact(), ratio.den() <= 10_000);
        prop_assert_eq!(amount.to_f64(), ratio.to_f64());
    }

    #[test]
    fn sums_of_ratios_are_exact(a in -999_i64..999, b in 1_i64..999, c in -999_i64..999, d in 1_i64..999) {
        let (one, other) = (Ratio::new(a, b), Ratio::new(c, d));
        prop_assert_eq!(one + other - other, one);
        prop_assert_eq!((one + other) + (one - other), one * Ratio::int(2));
    }

    #[test]
    fn a_pose_finds_the_points_it_names(
        x in -1e4_f64..1e4, y in -1e4_f64..1e4, turn in 0.0_f64..360.0,
        right in -1e3_f64..1e3, forward in -1e3_f64..1e3,
    ) {
        let pose = Pose::new(x, y, turn);
        let (r, f) = pose.local(pose.point(right, forward));
        prop_assert!((r - right).abs() < 1e-8 && (f - forward).abs() < 1e-8);
    }

    #[test]
    fn no_text_makes_the_length_reader_fail_badly(text in "\\PC{0,40}") {
        let _ = text.parse::<Length>();
        let _ = text.parse::<Ratio>();
    }
}
