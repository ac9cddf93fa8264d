/// What to write behind "there is no 'x'": the nearest known word, or the known words when they are
/// few, or nothing.
pub fn suggestion<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    if let Some(near) = nearest(wrong, &known) {
        return format!("; did you mean '{near}'?");
    }
    if known.is_empty() || known.len() > 12 {
        return String::new();
    }
    format!("; there are {}", known.join(", "))
}

/// The known word nearest to `wrong`, when one is near enough to be meant.
pub fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    known
        .iter()
        .map(|word| (strsim::jaro_winkler(wrong, word), *word))
        .filter(|(score, _)| *score > 0.82)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, word)| word)
}
