//! What there is to know of the domains: measures with their units, names of things, how notes are
//! written, and how figures are asked for.

use quilto::domain::DomainModule;
use quilto::domain::measures::{Better, Measure};
use quilto::model::Expr;
use rmcp::model::{Resource, ResourceContents};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::context::Context;

/// Names that are given of one kind of thing.
const NAMES: usize = 2_000;

/// Every resource there is now.
pub fn all(context: &Context<'_>) -> Vec<Resource> {
    let known = context.domains();
    let fixed = [
        (
            "measures",
            "application/json",
            "What can be computed, with units, by domain",
        ),
        (
            "notation",
            "text/markdown",
            "How notes may be written, and what is read of them",
        ),
        (
            "expressions",
            "application/json",
            "The JSON schema of what `facts` computes, with an example",
        ),
    ];
    let fixed = fixed
        .into_iter()
        .map(|(name, kind, about)| described(context, name, kind, about));
    let names = known.iter().map(|module| {
        let name = format!("vocabulary/{}", module.name);
        let about = format!(
            "The names of things in {}, as entries have them",
            module.name
        );
        described(context, &name, "application/json", &about)
    });
    fixed.chain(names).collect()
}

fn described(context: &Context<'_>, name: &str, kind: &str, about: &str) -> Resource {
    Resource::new(format!("{}{name}", scheme(context)), name)
        .with_description(about)
        .with_mime_type(kind)
}

fn scheme(context: &Context<'_>) -> String {
    format!("{}://", context.app.name)
}

/// What stands in a resource, if there is one of that name.
pub fn read(context: &Context<'_>, uri: &str) -> Option<ResourceContents> {
    let name = uri.strip_prefix(&scheme(context))?;
    let (text, kind) = match name {
        "measures" => (pretty(&measures(context)), "application/json"),
        "notation" => (context.app.notation.to_owned(), "text/markdown"),
        "expressions" => (pretty(&expressions(context)), "application/json"),
        _ => {
            let known = context.domains();
            let module = known.get(name.strip_prefix("vocabulary/")?)?;
            (pretty(&vocabulary(module)), "application/json")
        }
    };
    Some(ResourceContents::text(text, uri).with_mime_type(kind))
}

fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

/// The measures of every domain, with their units.
pub fn measures(context: &Context<'_>) -> Value {
    let known = context.domains();
    let domains = known.iter().filter_map(|module| {
        let measures = module.measures().ok()??;
        let listed = measures.measures.iter().map(|measure| {
            let unit = measure.unit.as_deref();
            let units = context.units();
            let unit = unit.map(|unit| measures.unit(unit, &units.mass, &units.distance));
            told(measure, unit)
        });
        Some(json!({
            "domain": module.name,
            "about": module.description.trim(),
            "default": measures.default,
            "measures": listed.collect::<Vec<_>>(),
        }))
    });
    domains.collect()
}

fn told(measure: &Measure, unit: Option<&str>) -> Value {
    let mut object = Map::new();
    object.insert("name".into(), json!(measure.name));
    object.extend(unit.map(|unit| ("unit".into(), json!(unit))));
    let better = match measure.better {
        Better::Higher => Some("higher"),
        Better::Lower => Some("lower"),
        Better::Neutral => None,
    };
    object.extend(better.map(|better| ("better".into(), json!(better))));
    let about = measure.about.as_ref();
    object.extend(about.map(|about| ("about".into(), json!(about.trim()))));
    Value::Object(object)
}

/// The names of a domain's things, by their kind.
fn vocabulary(module: &DomainModule) -> Value {
    let mut kinds: Map<String, Value> = Map::new();
    let (mut count, mut left_out) = (0, 0);
    for term in module.vocabulary().terms() {
        count += 1;
        let names = kinds.entry(&*term.kind).or_insert_with(|| json!([]));
        match names {
            Value::Array(names) if names.len() < NAMES => names.push(json!(*term.name)),
            _ => left_out += 1,
        }
    }
    let groups = module.vocabulary().groups().map(|(name, _)| name);
    json!({
        "domain": module.name,
        "count": count,
        "left_out": left_out,
        "groups": groups.collect::<Vec<_>>(),
        "names": kinds,
    })
}

/// What an expression may be.
fn expressions(context: &Context<'_>) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.meta_schema = None;
    let schema = settings.into_generator().into_root_schema_for::<Expr>();
    json!({
        "example": sample_expression(context),
        "schema": schema.to_value(),
    })
}

/// An expression that can be computed here, as an example.
pub fn sample_expression(context: &Context<'_>) -> Option<Value> {
    let known = context.domains();
    let mut domains = known.iter().filter(|module| !module.base);
    domains.find_map(|module| {
        let measures = module.measures().ok()??;
        let measure = measures.default_measure()?;
        if measure.better == Better::Neutral || measure.aggregate.adds_up() {
            return None;
        }
        Some(json!({
            "figure": {"domain": module.name, "measure": measure.name, "op": "best"},
        }))
    })
}
