//! No modules of one room import each other in a circle.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops, in its helpers too"
)]

mod workspace;

use std::collections::{BTreeMap, BTreeSet};

use workspace::imports::{Modules, ReExports, modules, paths};
use workspace::members;

/// For each room, which of its modules looks into which.
fn edges(modules: &Modules) -> BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> {
    let mut rooms: BTreeMap<_, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    let names = ReExports::of(modules);
    for (me, code) in modules {
        for path in paths(me, code) {
            let path = names.home(&path);
            let same = me.iter().zip(&path).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (me.get(same), path.get(same)) {
                let room = rooms.entry(me[..same].to_vec()).or_default();
                room.entry(from.clone()).or_default().insert(to.clone());
            }
        }
    }
    rooms
}

fn reachable(graph: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from.to_owned()];
    while let Some(name) = next.pop() {
        for to in graph.get(&name).into_iter().flatten() {
            if seen.insert(to.clone()) {
                next.push(to.clone());
            }
        }
    }
    seen
}

/// The sets of modules that reach each other.
fn circles(graph: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<BTreeSet<String>> {
    let reach: BTreeMap<&String, BTreeSet<String>> = graph
        .keys()
        .map(|name| (name, reachable(graph, name)))
        .collect();
    let in_circle = graph.keys().filter(|name| reach[name].contains(*name));
    let of = |name: &String| {
        let both = graph.keys().filter(|other| {
            *other == name || reach[name].contains(*other) && reach[other].contains(name)
        });
        both.cloned().collect()
    };
    in_circle.map(of).collect()
}

#[test]
fn no_room_has_a_circle() {
    let mut found = Vec::new();
    for member in members() {
        for (mut room, graph) in edges(&modules(&member.sources)) {
            room.insert(0, member.name.clone());
            let room = room.join("::");
            found.extend(
                circles(&graph)
                    .iter()
                    .map(|circle| format!("{room}: {circle:?}")),
            );
        }
    }
    assert!(
        found.is_empty(),
        "modules import each other in a circle:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str, code: &str| {
        let path = name.split("::").map(str::to_owned).collect();
        (path, code.to_owned())
    };
    let modules = Modules::from([
        module("a", "use super::b::{C, d::{self, E}}; fn f() {}"),
        module("b", "use crate::c::X;"),
        module("c", "fn f() { super::a::g() }"),
        module("c::deep", "use super::super::e::F;"),
        module("e", "use std::fmt;"),
    ]);
    let found = circles(&edges(&modules)[&Vec::new()]);
    let expected: BTreeSet<String> = ["a", "b", "c"].map(str::to_owned).into();
    assert_eq!(found, BTreeSet::from([expected]));
}

#[test]
fn a_circle_by_the_names_of_the_parent_is_found() {
    let module = |name: &str, code: &str| {
        let path = name.split("::").filter(|part| !part.is_empty());
        (path.map(str::to_owned).collect(), code.to_owned())
    };
    let modules = Modules::from([
        module(
            "",
            "mod a; mod b; mod c; pub use a::{A, B as Other}; use crate::b::deep::D;",
        ),
        module("a", "use super::{ C, D}; pub use std::fmt::Debug as C;"),
        module("b", "use std::fmt;"),
        module("b::deep", "fn f() -> crate::Other {}"),
        module("c", "use crate::A;"),
    ]);
    let found = circles(&edges(&modules)[&Vec::new()]);
    let expected: BTreeSet<String> = ["a", "b"].map(str::to_owned).into();
    assert_eq!(found, BTreeSet::from([expected]));
}
