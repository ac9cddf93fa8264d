//! Findings as sentences.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use grognard_core::{
    Amount, Course, Document, Fields, Finding, FindingSpec, LengthUnit, Measure, RSome, Step, Value,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Catalogue {
    finding: Vec<FindingSpec>,
}

static ENGINE: LazyLock<Vec<FindingSpec>> = LazyLock::new(|| {
    let catalogue: Result<Catalogue, _> = toml::from_str(include_str!("findings.toml"));
    catalogue.map(|c| c.finding).unwrap_or_default()
});

/// Units and answers, by language and English word.
static WORDS: LazyLock<BTreeMap<String, BTreeMap<String, String>>> =
    LazyLock::new(|| toml::from_str(include_str!("words.toml")).unwrap_or_default());

/// The languages that a ruleset's findings and clauses are in, English among them.
pub fn languages(document: &Document) -> BTreeSet<&str> {
    let findings = document.manifest.findings.iter();
    let findings = findings.flat_map(|spec| spec.translations.keys().chain(spec.remedies.keys()));
    let clauses = document.clauses.iter();
    let clauses = clauses.flat_map(|clause| clause.translations.keys());
    let mut languages: BTreeSet<&str> = findings.chain(clauses).map(String::as_str).collect();
    languages.insert("en");
    languages
}

/// An error that names the languages a ruleset has; none when it has this one.
pub fn unknown_language(document: &Document, lang: &str) -> Option<String> {
    let languages = languages(document);
    if languages.contains(lang) {
        return None;
    }
    let listed: Vec<&str> = languages.into_iter().collect();
    Some(format!(
        "{} has no language '{lang}'; there are {}",
        document.manifest.id,
        listed.join(", ")
    ))
}

/// An English word in `lang`.
fn word<'a>(english: &'a str, lang: &str) -> &'a str {
    let known = WORDS.get(lang).and_then(|words| words.get(english));
    known.map_or(english, String::as_str)
}

/// The findings that the engine itself can give.
pub fn engine_findings() -> &'static [FindingSpec] {
    &ENGINE
}

/// What is known of a finding's slug: the ruleset's own first, then the engine's.
pub fn spec<'a>(document: &'a Document, slug: &str) -> Option<&'a FindingSpec> {
    let own = document
        .manifest
        .findings
        .iter()
        .find(|spec| spec.id == slug);
    own.or_else(|| ENGINE.iter().find(|spec| spec.id == slug))
}

/// The family of a finding; empty when it belongs to none.
pub fn family<'a>(document: &'a Document, finding: &Finding) -> &'a str {
    spec(document, finding.slug.as_str()).map_or("", |spec| spec.family.as_str())
}

/// The finding as a sentence in `lang` (`en` when there is no translation), its lengths in `unit`.
pub fn sentence(document: &Document, finding: &Finding, unit: LengthUnit, lang: &str) -> String {
    let Some(spec) = spec(document, finding.slug.as_str()) else {
        return finding.slug.to_string();
    };
    let template = spec.translations.get(lang).unwrap_or(&spec.text);
    fill(template, finding, unit, lang)
}

/// What to do about a finding, in `lang` (`en` when there is no translation); empty when nothing is
/// known.
pub fn remedy(document: &Document, finding: &Finding, unit: LengthUnit, lang: &str) -> String {
    spec(document, finding.slug.as_str()).map_or_else(String::new, |spec| {
        fill(
            spec.remedies.get(lang).unwrap_or(&spec.remedy),
            finding,
            unit,
            lang,
        )
    })
}

fn fill(template: &str, finding: &Finding, unit: LengthUnit, lang: &str) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}').map(|at| open + at) else {
            break;
        };
        out.push_str(&rest[..open]);
        let names = &rest[open + 1..close];
        let value = names
            .split('|')
            .find_map(|name| placeholder(name, finding, unit, lang));
        let value = value.unwrap_or_default();
        rest = &rest[close + 1..];
        // A value that is a sentence ends the template's as well.
        let value = match value.strip_suffix('.') {
            Some(sentence) if rest.starts_with('.') => sentence,
            _ => value.as_str(),
        };
        out.push_str(value);
    }
    out.push_str(rest);
    out
}

fn placeholder(name: &str, finding: &Finding, unit: LengthUnit, lang: &str) -> Option<String> {
    let text = |id: &grognard_core::Id| (!id.is_empty()).then(|| id.to_string());
    match name {
        "subject" => text(&finding.subject),
        "other" => text(&finding.other),
        "clause" => text(&finding.clause),
        "needed" => match finding.needed {
            RSome(needed) => Some(amount(needed, finding.measure, unit, lang)),
            _ => None,
        },
        "available" => match finding.available {
            RSome(available) => Some(amount(available, finding.measure, unit, lang)),
            _ => None,
        },
        "margin" => finding
            .margin()
            .map(|margin| amount(margin, finding.measure, unit, lang)),
        "meant" => {
            let meant = finding.details.text("meant")?;
            Some(format!(" Did you mean '{meant}'?"))
        }
        "known" => {
            let known = finding.details.text("known")?;
            Some(format!(" ({known})"))
        }
        _ => finding
            .details
            .get(name)
            .map(|value| plain(value, unit, lang)),
    }
}

/// An amount as people read it in `lang`: lengths in `unit`, shares as fractions.
pub fn amount(amount: Amount, measure: Measure, unit: LengthUnit, lang: &str) -> String {
    match measure {
        Measure::Length => {
            let scaled = amount.over(unit.millimetres()).unwrap_or(amount);
            format!("{} {}", decimal(scaled), word(unit.symbol(), lang))
        }
        Measure::Degrees => format!("{amount}°"),
        Measure::Share | Measure::Count | Measure::None => amount.to_string(),
    }
}

/// An amount with up to three decimals.
fn decimal(amount: Amount) -> String {
    let text = format!("{:.3}", amount.to_f64());
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// A course as people read it: the words that make it, lengths in `unit`.
pub fn course(course: &Course, unit: LengthUnit) -> String {
    let steps = course.steps.iter().map(|step| match step {
        Step::Advance { distance } => format!("advance {}", distance.in_unit(unit)),
        Step::Retire { distance } => format!("retire {}", distance.in_unit(unit)),
        Step::Sidestep { hand, distance } => format!("sidestep {hand} {}", distance.in_unit(unit)),
        Step::Oblique {
            hand,
            angle,
            distance,
        } => {
            format!("oblique {hand} {angle} {}", distance.in_unit(unit))
        }
        other => other.to_string(),
    });
    steps.collect::<Vec<String>>().join(", ")
}

/// A value as people read it in `lang`.
pub fn plain(value: &Value, unit: LengthUnit, lang: &str) -> String {
    match value {
        Value::Flag(flag) => word(if *flag { "yes" } else { "no" }, lang).to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Length(length) => amount(length.amount(), Measure::Length, unit, lang),
        Value::Bearing(bearing) => bearing.to_string(),
        Value::Point(point) => format!("({:.1}, {:.1}) {}", point.x, point.y, word("mm", lang)),
        Value::Text(text) => text.to_string(),
        Value::Course(way) => course(way, unit),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(|item| plain(item, unit, lang)).collect();
            items.join(", ")
        }
        Value::Record(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|f| format!("{} {}", f.name, plain(&f.value, unit, lang)))
                .collect();
            fields.join(", ")
        }
    }
}
