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

/// What to say behind a complaint about `text` when a comma stands in it where a decimal point is
/// meant: `1,5 in`. Empty when none does.
pub fn decimal_comma(text: &str) -> String {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let comma = (1..bytes.len()).find(|at| bytes[*at] == b',' && digit(at - 1) && digit(at + 1));
    comma.map_or(String::new(), |at| {
        let digits = |c: char| c.is_ascii_digit();
        let start = text[..at].trim_end_matches(digits).len();
        let end = text[at + 1..]
            .find(|c: char| !digits(c))
            .map_or(text.len(), |after| at + 1 + after);
        format!(
            "; decimals have a point: {}.{}",
            &text[start..at],
            &text[at + 1..end]
        )
    })
}
