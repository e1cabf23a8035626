//! What the documents show is what the program does.

use crate::desk::Desk;

fn page(name: &str) -> String {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// The blocks of a page that are fenced as `kind`.
fn blocks<'a>(page: &'a str, kind: &str) -> Vec<&'a str> {
    page.split(&format!("```{kind}\n")).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_cases_of_the_book_pass() {
    let page = page("cases.md");
    let cases = blocks(&page, "case");
    let names = ["between.case", "hidden.case", "stack.case", "messengers.case", "tie.case"];
    assert_eq!(cases.len(), names.len(), "every example has its name here");
    let desk = Desk::new();
    for (name, case) in names.into_iter().zip(&cases) {
        desk.put(name, case);
        let told = desk.well(&["try", name]);
        assert!(page.contains(&format!("$ grognard try {name}\n{told}")), "the page shows what is printed: {told}");
    }
    desk.put(names[0], cases[0].replacen("column 2-1", "column 3-1", 1));
    let back = desk.run(&["try", names[0]]);
    assert_eq!(back.status, Some(1));
    assert!(page.contains(&back.out), "the page shows what is printed: {}", back.out);
}

#[test]
fn the_record_and_the_notation_of_the_book_are_one_game() {
    let page = page("notation.md");
    let texts = blocks(&page, "text");
    let record = texts.iter().find(|text| text.starts_with("grognard record")).unwrap();
    let notation = texts.iter().find(|text| text.starts_with("[Rulebook")).unwrap();
    let desk = Desk::new();
    desk.put("game.rec", record).put("game.txt", notation);
    assert_eq!(desk.well(&["notation", "game.rec"]), *notation);
    assert_eq!(desk.well(&["notation", "game.txt", "--record"]), *record);
}
