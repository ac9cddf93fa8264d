//! Courses read as people say them, and read back as they are printed.

use grognard_core::{Course, Hand, Length, PivotPoint, Point, Step};
use proptest::prelude::*;

#[test]
fn every_kind_of_step_can_be_said() {
    let course: Course = "advance 10 cm, retire 2 in, sidestep left 1\", oblique right 20 4 cm, wheel left 30, \
                          pivot centre 45, pivot front-left -30, pivot 10/20 5, about-face, to 120 340"
        .parse()
        .unwrap();
    assert_eq!(course.steps.len(), 10);
    assert_eq!(
        course.steps[0],
        Step::Advance {
            distance: Length::mm(100.0)
        }
    );
    assert_eq!(
        course.steps[3],
        Step::Oblique {
            hand: Hand::Right,
            angle: 20.0,
            distance: Length::mm(40.0)
        }
    );
    assert_eq!(
        course.steps[6],
        Step::Pivot {
            about: PivotPoint::Front(Hand::Left),
            angle: -30.0
        }
    );
    assert_eq!(
        course.steps[9],
        Step::To {
            point: Point::new(120.0, 340.0)
        }
    );
}

#[test]
fn a_course_that_is_not_understood_names_the_step_and_the_remedy() {
    for (text, number, reason) in [
        ("advance 10", 1, "no unit"),
        ("advance 10 cm, wheel up 30", 2, "left or right"),
        ("advance 10 cm,", 2, "no kind of step"),
        ("gallop 10 cm", 1, "no kind of step"),
        ("pivot corner 30", 1, "front-left"),
    ] {
        let error = text.parse::<Course>().unwrap_err();
        assert_eq!(error.number, number, "{text}");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

fn step() -> impl Strategy<Value = Step> {
    let hand = prop_oneof![Just(Hand::Left), Just(Hand::Right)];
    let mm = (0.0_f64..1e4).prop_map(Length::mm);
    let angle = -360.0_f64..360.0;
    prop_oneof![
        mm.clone().prop_map(|distance| Step::Advance { distance }),
        mm.clone().prop_map(|distance| Step::Retire { distance }),
        (hand.clone(), mm.clone()).prop_map(|(hand, distance)| Step::Sidestep { hand, distance }),
        (hand.clone(), angle.clone(), mm).prop_map(|(hand, angle, distance)| Step::Oblique {
            hand,
            angle,
            distance
        }),
        (hand, angle.clone()).prop_map(|(hand, angle)| Step::Wheel { hand, angle }),
        angle.prop_map(|angle| Step::Pivot {
            about: PivotPoint::Centre,
            angle
        }),
        Just(Step::AboutFace),
        (-1e4_f64..1e4, -1e4_f64..1e4).prop_map(|(x, y)| Step::To {
            point: Point::new(x, y)
        }),
    ]
}

proptest! {
    #[test]
    fn a_course_reads_back_as_it_is_printed(steps in prop::collection::vec(step(), 0..6)) {
        let course = Course { steps: steps.into() };
        let read: Course = course.to_string().parse().unwrap();
        prop_assert_eq!(&read, &course);
        let json = serde_json::to_string(&course).unwrap();
        prop_assert_eq!(serde_json::from_str::<Course>(&json).unwrap(), course);
    }

    #[test]
    fn no_text_makes_the_course_reader_fail_badly(text in "\\PC{0,60}") {
        let _ = text.parse::<Course>();
    }
}
