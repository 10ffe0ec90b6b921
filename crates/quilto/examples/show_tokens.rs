//! Shows tokens and mentions of a text (a development aid).
#![allow(clippy::print_stdout, reason = "a command for people")]
fn main() {
    let mut set = quilto::domain::DomainSet::default();
    set.add_folder(std::path::Path::new("domains"));
    let all = set.select_all();
    for text in std::env::args().skip(1) {
        println!("{text}");
        let tokens = quilto::text::read(&text);
        for (at, token) in tokens.iter().enumerate() {
            println!("  {at} {:?} {:?}", tokens.norm(at), token.kind);
        }
        for found in all.vocabulary().find(&tokens) {
            println!(
                "  => {} {:?} {} {} exact={} mods={:?}",
                all.domains_loaded[found.domain],
                found.mention.tokens,
                found.mention.term,
                found.mention.kind,
                found.mention.exact,
                found.mention.modifiers.len()
            );
        }
    }
}
