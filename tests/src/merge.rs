use toml::{Table, Value};

/// `over` laid over `under`: tables are merged key by key, lists of tables with ids id by id, all
/// else is replaced.
pub fn merged(under: &Table, over: &Table) -> Table {
    let mut result = under.clone();
    for (key, value) in over {
        let value = match (result.get(key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => Value::Table(merged(old, new)),
            (Some(Value::Array(old)), Value::Array(new)) if have_ids(old) && have_ids(new) => {
                Value::Array(by_id(old, new))
            }
            _ => value.clone(),
        };
        result.insert(key.clone(), value);
    }
    result
}

fn id(value: &Value) -> Option<&str> {
    value.as_table()?.get("id")?.as_str()
}

fn have_ids(list: &[Value]) -> bool {
    list.iter().all(|value| id(value).is_some())
}

fn by_id(under: &[Value], over: &[Value]) -> Vec<Value> {
    let mut list = under.to_vec();
    for new in over {
        match list.iter_mut().find(|old| id(old) == id(new)) {
            Some(Value::Table(old)) => {
                if let Value::Table(new) = new {
                    *old = merged(old, new);
                }
            }
            _ => list.push(new.clone()),
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        text.parse().expect("TOML")
    }

    #[test]
    fn units_merge_by_id_and_new_ones_are_added() {
        let under =
            table("phase = 'a'\nunit = [{ id = 'x', at = [0, 0], attributes = { n = 1 } }]");
        let over = table("unit = [{ id = 'x', attributes = { n = 2 } }, { id = 'y' }]");
        let expected = table(
            "phase = 'a'\nunit = [{ id = 'x', at = [0, 0], attributes = { n = 2 } }, { id = 'y' }]",
        );
        assert_eq!(merged(&under, &over), expected);
    }
}
