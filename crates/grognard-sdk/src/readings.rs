use grognard_core::{Document, Fault, Id, ReadingUse, Rulebook, named};

/// The readings that hold in a game.
#[derive(Clone, Debug, Default)]
pub struct Readings {
    values: Vec<(Id, Id)>,
}

impl Readings {
    /// The readings of a rulebook, checked against those the document knows.
    ///
    /// # Errors
    /// When a reading has a value that the document does not list. A reading whose values are all
    /// words takes those alone; the value `number` stands for any whole number.
    pub fn new(document: &Document, book: &Rulebook) -> Result<Self, Fault> {
        let mut values = Vec::with_capacity(document.readings.len());
        for reading in &document.readings {
            let value = match book.readings.get(&reading.id) {
                Some(value) => value.as_str(),
                None => reading.default_value(),
            };
            let known = reading
                .values
                .iter()
                .any(|v| v.id == value || (v.id == "number" && value.parse::<u32>().is_ok()));
            if !known {
                let choices: Vec<&str> = reading.values.iter().map(|v| v.id.as_str()).collect();
                return Err(Fault::rulebook(format!(
                    "reading '{}' cannot be '{value}'; choose {}",
                    reading.id,
                    choices.join(", ")
                )));
            }
            values.push((Id::from(reading.id.as_str()), Id::from(value)));
        }
        values.sort();
        Ok(Self { values })
    }

    /// The value of a reading; empty when the ruleset has none of that name.
    pub fn get(&self, id: &str) -> &str {
        self.find(id).map_or("", |(_, value)| value.as_str())
    }

    /// Whether a reading has a value.
    pub fn is(&self, id: &str, value: &str) -> bool {
        self.get(id) == value
    }

    /// How a ruling mentions it.
    pub fn mention(&self, id: &str) -> Option<ReadingUse> {
        let (reading, value) = *self.find(id)?;
        Some(ReadingUse { reading, value })
    }

    fn find(&self, id: &str) -> Option<&(Id, Id)> {
        let found = named(&self.values, |(reading, _)| reading, id);
        found.map(|index| &self.values[index])
    }
}
