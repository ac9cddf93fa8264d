//! Columns of text.

/// Rows with their columns brought to one width each; the last column is left as it is.
pub(crate) fn columns(rows: &[Vec<String>], indent: &str) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = indent.to_owned();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// `1 step`, `2 steps`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::{columns, counted};

    #[test]
    fn one_is_singular() {
        assert_eq!(counted(1, "problem"), "1 problem");
        assert_eq!(counted(0, "problem"), "0 problems");
    }

    #[test]
    fn columns_stand_under_each_other() {
        let rows = [
            vec!["a".to_owned(), "é".to_owned()],
            vec!["bcd".to_owned(), "f".to_owned()],
        ];
        assert_eq!(columns(&rows, " "), " a    é\n bcd  f\n");
        assert_eq!(columns(&[], ""), "");
    }
}
