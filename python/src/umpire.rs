//! The umpire's own changes, written as plain data.

use grognard_core::{Effect, LengthUnit, Manifest, ValueKind};
use grognard_engine::script::typed_condition;
use serde_json::Value as Json;

use crate::convert;

/// The effects that a JSON list describes. The value of a condition or an attribute may be plain: it
/// gets the type that the manifest declares.
pub(crate) fn effects(text: &str, manifest: &Manifest) -> Result<Vec<Effect>, serde_json::Error> {
    let mut effects: Vec<Json> = serde_json::from_str(text)?;
    for effect in &mut effects {
        let name = effect
            .get("name")
            .and_then(Json::as_str)
            .unwrap_or("")
            .to_owned();
        let kind = match effect.get("effect").and_then(Json::as_str) {
            Some("set-condition") => condition(manifest, &name),
            Some("set-attribute") => attribute(manifest, &name),
            _ => continue,
        };
        if let (Some(kind), Some(value)) = (kind, effect.get_mut("value"))
            && value.get("type").is_none()
        {
            let typed = typed_condition(&convert::toml(value), kind, LengthUnit::Millimetre);
            *value = serde_json::to_value(typed)?;
        }
    }
    serde_json::from_value(Json::Array(effects))
}

fn condition(manifest: &Manifest, name: &str) -> Option<ValueKind> {
    manifest
        .conditions
        .iter()
        .find(|spec| spec.id == name)
        .map(|spec| spec.kind)
}

fn attribute(manifest: &Manifest, name: &str) -> Option<ValueKind> {
    let lists = [
        &manifest.unit_attributes,
        &manifest.brigade_attributes,
        &manifest.commander_attributes,
        &manifest.terrain_attributes,
    ];
    lists
        .into_iter()
        .flatten()
        .find(|spec| spec.name == name)
        .map(|spec| spec.kind)
}
