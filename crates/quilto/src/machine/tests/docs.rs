//! The page about the machine shows the machine as it is. `UPDATE_DOCS=1 cargo test -p quilto docs`
//! writes it anew.

use crate::machine::*;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/state-machine.md");

/// The page with the generated parts replaced by what the graph says now.
fn renewed(page: &str) -> String {
    let graph = Graph::build().unwrap();
    let parts = [
        ("diagram", format!("```mermaid\n{}```\n", to_mermaid(graph))),
        ("table", edge_table(graph)),
    ];
    let mut page = page.to_owned();
    for (name, text) in parts {
        let begin = format!("<!-- {name}: generated -->\n");
        let end = format!("<!-- /{name} -->");
        let from = page.find(&begin).unwrap() + begin.len();
        let to = page.find(&end).unwrap();
        page.replace_range(from..to, &text);
    }
    page
}

#[test]
fn the_page_shows_the_graph_as_it_is() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let renewed = renewed(&page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(PAGE, &renewed).unwrap();
        return;
    }
    assert!(page == renewed, "docs/state-machine.md is out of date: run UPDATE_DOCS=1 cargo test -p quilto docs");
}
