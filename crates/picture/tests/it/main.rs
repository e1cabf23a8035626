//! What a picture must hold, whatever it looks like.

use grognard_engine::board::{Duty, Mark, Track};
use grognard_engine::map_view::HexsideView;
use grognard_engine::sheet::Sheet;
use grognard_engine::{Board, Counter, MapView};
use grognard_picture::{Options, Poster, Theme, list, png, poster, svg, text};

const MAP: &str = r#"
[map]
id = "small"
title = "Kleindorf"
columns = 8
rows = 6
numbering = "CCRR"
grid = "flat-top"
even_columns = "down"
north = "left"
metres_per_hex = 400
off_map = ["0101", "0102"]

[terrain]
town = ["0303", "0304"]
woods = ["0501", "0502", "0602", "0801"]
lake = ["0705", "0706"]
grove = ["0206"]
fort = ["0604"]
moor = ["0806"]

[hexsides]
river = ["0403-0503", "0403-0504", "0404-0504", "0705-0704"]
stream = ["0202-0203"]
landgraben = ["0603-0703"]
gully = ["0105-0205"]
bridge = ["0404-0504"]
dyke = ["0706-0806"]

[[slope]]
name = "Berg"
sides = ["0403-0402", "0502-0402"]

[[road]]
name = "Long road"
edge = true
path = ["0303", "0403", "0404", "0504", "0603", "0703", "0803"]

[[road]]
name = "Lane"
path = ["0303", "0304", "0305"]

[[place]]
name = "Kleindorf"
kind = "town"
hexes = ["0303", "0304"]

[[place]]
name = "Mill <&> hill"
kind = "hill"
hexes = ["0402"]

[entry.A]
hex = "0803"

[victory]
hexes = ["0303"]
points_per_hex = 5
"#;

fn map() -> MapView {
    MapView::of(&Sheet::read("small.toml", MAP).expect("the map is sound"))
}

fn counter(tag: &str, side: &str, nation: &str, kind: &str, values: &str, place: Result<&str, &str>) -> Counter {
    Counter {
        tag: tag.to_owned(),
        side: side.to_owned(),
        nation: nation.to_owned(),
        name: format!("{tag} name"),
        kind: kind.to_owned(),
        values: values.to_owned(),
        hex: place.ok().map(str::to_owned),
        off_map: place.err().map(str::to_owned),
        ..Counter::default()
    }
}

fn board() -> Board {
    let mut counters = vec![
        counter("Mur4", "French", "French", "cavalry", "4-5", Ok("0303")),
        counter("Gd9", "French", "French", "infantry", "9-4", Ok("0303")),
        counter("Tut8", "Allied", "Russian", "infantry", "8-4", Ok("0402")),
        counter("Les2", "Allied", "Prussian", "artillery", "2-3", Err("due at A on turn 7")),
        counter("Koll5", "Allied", "Austrian", "garrison", "5-0", Ok("0606")),
        counter("Old1", "French", "Martian", "balloon", "1-9", Err("lost")),
        counter("Far3", "French", "French", "infantry", "3-4", Ok("0101")),
    ];
    counters[0].badges = ["moved", "attacked", "fresh +3", "routed", "one too many"].map(str::to_owned).to_vec();
    let mark = |hex: &str, kind: &str, side: Option<&str>| Mark {
        hex: hex.to_owned(),
        kind: kind.to_owned(),
        side: side.map(str::to_owned),
    };
    Board {
        turn: "Turn 4 of 12, 0700, 8 February 1807".to_owned(),
        phase: "French combat phase".to_owned(),
        prompt: "French: choose an attack".to_owned(),
        counters,
        marks: vec![
            mark("0303", "control", Some("French")),
            mark("0402", "target", None),
            mark("0503", "smoke", None),
            mark("9999", "x", None),
        ],
        tracks: vec![Track { name: "French points".to_owned(), value: 12, case: "23.4".to_owned() }],
        duties: vec![Duty {
            case: "6.1".to_owned(),
            text: "Tut8 must be attacked".to_owned(),
            hex: Some("0402".to_owned()),
            ..Duty::default()
        }],
        ..Board::default()
    }
}

fn words(document: &roxmltree::Document<'_>) -> String {
    document.descendants().filter(|n| n.is_text()).filter_map(|n| n.text()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_picture_is_xml_and_holds_every_counter() {
    let drawing = svg(&map(), Some(&board()), &Options::default());
    let document = roxmltree::Document::parse(&drawing).expect("well-formed");
    let words = words(&document);
    let tags: Vec<&str> = document.descendants().filter_map(|n| n.attribute("data-tag")).collect();
    for counter in board().counters.iter().filter(|c| c.hex.as_deref() != Some("0101")) {
        assert!(tags.contains(&counter.tag.as_str()), "no counter {}", counter.tag);
        assert!(words.lines().any(|line| line == counter.values), "no values {}", counter.values);
    }
    assert!(!tags.contains(&"Far3"), "a counter on a hex that is not on the map is not drawn");
    for part in [
        "Kleindorf",
        "Mill <&> hill",
        "Turn 4 of 12",
        "French points",
        "12",
        "Allied: due at A on turn 7",
        "French: lost",
        "0303",
        "Long road",
    ] {
        assert!(words.contains(part), "no {part:?} in the picture");
    }
}

#[test]
fn the_same_board_gives_the_same_picture() {
    let once = svg(&map(), Some(&board()), &Options::default());
    assert_eq!(once, svg(&map(), Some(&board()), &Options::default()));
}

#[test]
fn february_is_white_and_can_be_painted_green() {
    let drawn = |theme| svg(&map(), Some(&board()), &Options { theme, ..Options::default() });
    assert_eq!(drawn(Theme::Season), drawn(Theme::Winter));
    assert_ne!(drawn(Theme::Season), drawn(Theme::Summer));
}

#[test]
fn options_leave_things_out() {
    let bare = Options {
        grid: false,
        numbers: false,
        names: false,
        counters: false,
        tags: false,
        panel: false,
        hotspots: true,
        ..Options::default()
    };
    let drawing = svg(&map(), Some(&board()), &bare);
    let document = roxmltree::Document::parse(&drawing).expect("well-formed");
    assert!(document.descendants().all(|n| n.attribute("data-tag").is_none()));
    assert_eq!(document.descendants().filter(|n| n.attribute("data-hex").is_some()).count(), 46);
    assert!(!words(&document).contains("Turn 4"));
}

#[test]
fn strange_words_are_escaped_and_drawn_as_something() {
    let mut map = map();
    map.title = "<b>\"O'Neill\" & \u{1} ]]>".to_owned();
    map.hexsides.push(HexsideView { from: "nowhere".to_owned(), to: "0303".to_owned(), kind: "river".to_owned() });
    map.hexes[3].terrain = vec!["<lava>".to_owned()];
    map.hexes[4].number = "12x4".to_owned();
    let mut board = board();
    board.prompt = "</svg><script>alert(1)</script>".to_owned();
    for (i, counter) in board.counters.iter_mut().enumerate() {
        counter.tag = format!("\"><{i}&");
        counter.name = "É < & > \u{0} a very long name that no counter could ever carry".to_owned();
        counter.kind = String::new();
        counter.badges = vec!["<".to_owned(), String::new(), "+".to_owned()];
    }
    let drawing = svg(&map, Some(&board), &Options { hotspots: true, ..Options::default() });
    let document = roxmltree::Document::parse(&drawing).expect("well-formed");
    assert!(document.descendants().all(|n| !n.has_tag_name("script") && !n.has_tag_name("b")));
    assert!(document.descendants().any(|n| n.attribute("data-tag") == Some("\"><0&")));
    assert!(!text(&map, &board, None).contains('\u{0}'));
    assert!(png(&drawing, 200).is_ok());
}

#[test]
fn a_poster_has_a_headline_and_shows_what_was_lost() {
    let first = map().hexes[0].number.clone();
    let losses = vec![(first, 7), ("9999".to_owned(), 3)];
    let told = Poster { heading: "Won & <lost>".to_owned(), line: "Turn 3".to_owned(), losses };
    let drawn = poster(&map(), &board(), &Options::default(), &told);
    let document = roxmltree::Document::parse(&drawn).unwrap();
    let words = words(&document);
    assert!(words.contains("Won & <lost>") && words.contains("Turn 3"), "{words}");
    assert_eq!(
        (words.matches("strength 7 lost").count(), words.matches("strength 3 lost").count()),
        (1, 0),
        "hexes off the map are passed over"
    );
    assert_eq!(size(&png(&drawn, 300).unwrap()).0, 300);
    let plain = svg(&map(), Some(&board()), &Options::default());
    assert!(!plain.contains("lost</title>"));
}

#[test]
fn an_empty_map_does_no_harm() {
    let mut map = map();
    map.hexes.clear();
    map.columns = 0;
    map.rows = 0;
    let mut board = board();
    board.counters.clear();
    for board in [None, Some(&board)] {
        assert!(roxmltree::Document::parse(&svg(&map, board, &Options::default())).is_ok());
    }
    assert!(!text(&map, &board, Some(0)).is_empty());
    assert!(!list(&map, &board).is_empty());
}

/// Width and height from the first chunk of a PNG.
fn size(bytes: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn bitmaps_have_the_width_asked_for() {
    let drawing = svg(&map(), Some(&board()), &Options::default());
    let bytes = png(&drawing, 640).expect("drawn");
    assert_eq!(&bytes[1..4], b"PNG");
    assert_eq!(size(&bytes).0, 640);
    assert!(size(&bytes).1 > 100);
    assert!(png(&drawing, 0).is_err());
    assert!(png("not a picture", 100).is_err());
}

#[test]
fn letters_are_drawn_without_fonts_on_the_machine() {
    for class in ["Libertinus Serif", "DejaVu Sans Condensed, DejaVu Sans", "serif", "sans-serif"] {
        let with = |words: &str| {
            let text =
                format!("<text x=\"2\" y=\"16\" font-size=\"16\" font-family=\"{class}\" font-weight=\"600\">{words}</text>");
            png(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"20\">{text}</svg>"), 90).expect("drawn")
        };
        assert_ne!(with("Räcknitz"), with(""), "{class} draws nothing");
    }
}

#[test]
fn the_text_board_shows_units_in_their_hexes() {
    let board = text(&map(), &board(), None);
    let lines: Vec<&str> = board.lines().collect();
    for (hex, unit) in [("0303", "*Mur4+1"), ("0402", ">Tut8"), ("0606", ">Koll5")] {
        let row = lines.iter().position(|l| l.contains(&format!("/{hex}"))).expect("the hex is there");
        let at = lines[row].find(hex).expect("the hex is there");
        assert!(lines[row + 1][at..].starts_with(unit), "{unit} is not below {hex}:\n{board}");
    }
    assert!(board.contains("0303T!="), "terrain, objective, road");
    assert!(board.contains("0803@A="), "entry and road");
    assert!(!board.contains("0101"), "not a hex of this map");
    for part in [
        "Turn 4 of 12",
        "French: choose an attack",
        "French points 12",
        "0303: Mur4, Gd9",
        "Allied, due at A on turn 7: Les2 2-3",
        "T town",
        "> Allied",
    ] {
        assert!(board.contains(part), "no {part:?} in\n{board}");
    }
}

#[test]
fn the_text_board_shows_the_ground_where_no_long_name_makes_room_for_it() {
    let counters = vec![counter("A", "Allied", "Russian", "infantry", "8-4", Ok("0402"))];
    let board = text(&map(), &Board { counters, ..Board::default() }, None);
    assert!(board.contains("0303T!=") && board.contains("0803@A="), "{board}");
}

#[test]
fn even_columns_hang_one_line_lower() {
    let board = text(&map(), &board(), None);
    let line = |hex: &str| board.lines().position(|l| l.contains(hex)).expect("the hex is there");
    assert_eq!(line("/0301"), line("/0501"));
    assert_eq!(line("/0401"), line("/0301") + 1);
    assert_eq!(line("/0302"), line("/0301") + 2);
}

#[test]
fn the_text_board_shows_water_on_the_hexsides() {
    let board = text(&map(), &board(), None);
    let line = |hex: &str| board.lines().position(|l| l.contains(hex)).expect("the hex is there");
    let after = |hex: &str, below: usize| {
        let text = board.lines().nth(line(hex) + below).expect("there is a line");
        let at = board.lines().nth(line(hex)).and_then(|l| l.find(hex)).expect("the hex is there");
        text[at..].to_owned()
    };
    // Slanting sides of 0403: to 0503 in its upper line, to 0504 in its lower one. 0404-0504 is bridged.
    assert!(after("0403", 0).starts_with("0403=  ~"), "{board}");
    assert!(after("0403", 1).starts_with("       ~0504=  "), "{board}");
    assert!(after("0404", 0).starts_with("0404=  H"), "{board}");
    assert!(after("0603", 0).starts_with("0603=  :"), "{board}");
    // Level sides: water along the foot of the upper cell.
    assert!(after("0704", 1).starts_with("~~~~~~~"), "{board}");
    assert!(after("0202", 1).starts_with("-------"), "{board}");
    for part in ["H bridge", "~ river", "- stream", ": landgraben", "; gully"] {
        assert!(board.contains(part), "no {part:?} in\n{board}");
    }
    assert!(!board.contains("x ford"), "there is none");
}

#[test]
fn water_leaves_a_unit_its_name() {
    let mut board = board();
    board.counters.push(counter("Longest9", "Allied", "Russian", "infantry", "1-4", Ok("0704")));
    let drawn = text(&map(), &board, None);
    assert!(drawn.contains(">Longest~"), "{drawn}");
}

const POINTY: &str = r#"
[map]
id = "lines"
title = "Lines"
columns = 4
rows = 4
numbering = "RRCC"
grid = "pointy-top"
even_rows = "left"
north = "up"

[hexsides]
river = ["0401-0402", "0402-0301", "0402-0302", "0403-0302"]
bridge = ["0402-0301"]
stream = ["0101-0201", "0202-0203"]
"#;

#[test]
fn a_pointy_top_map_has_cells_of_one_width_and_water_between() {
    let map = MapView::of(&Sheet::read("lines.toml", POINTY).expect("the map is sound"));
    let counters = vec![counter("Au", "Allied", "Austrian", "infantry", "8-4", Ok("0402"))];
    let board = Board { counters, ..Board::default() };
    let drawn = text(&map, &board, None);
    let want = [
        "|0401   ~0402   |0403   |0404   |",
        "|       ~>Au    |       |       |",
        "        ~~H~~~~~~~~~~",
        "    |0301   |0302   |0303   |0304   |",
        "    |       |       |       |       |",
        "",
        "|0201   |0202   -0203   |0204   |",
        "|       |       -       |       |",
        "    -----",
    ];
    let lines: Vec<&str> = drawn.lines().collect();
    let first = lines.iter().position(|l| l.starts_with("|0401")).expect("the first line of hexes");
    assert_eq!(lines[first..first + want.len()], want, "\n{drawn}");
    // In bands nothing is wider than asked for, and every hex is there.
    let bands = text(&map, &board, Some(24));
    assert!(bands.contains("Columns 01 to 02") && bands.contains("Columns 03 to 04"), "{bands}");
    assert!(bands.lines().filter(|l| l.contains('|')).all(|l| l.chars().count() <= 24), "{bands}");
    assert!(map.hexes.iter().all(|hex| bands.contains(&hex.number)));
}

#[test]
fn a_narrow_terminal_gets_bands() {
    let board = text(&map(), &board(), Some(40));
    let mesh: Vec<&str> = board.lines().filter(|l| l.starts_with(['/', '\\'])).collect();
    assert!(!mesh.is_empty());
    assert!(mesh.iter().all(|l| l.chars().count() <= 40));
    assert!(board.contains("Columns 01 to 04"));
    for hex in map().hexes {
        assert!(board.contains(&hex.number), "no {}", hex.number);
    }
}

#[test]
fn the_list_speaks_in_sentences() {
    let words = list(&map(), &board());
    assert!(
        words
            .contains("Mur4 (French Mur4 name, cavalry 4-5) is in 0303, Kleindorf, town, objective, on a road; moved, attacked,"),
        "{words}"
    );
    assert!(words.contains("0303, Kleindorf, town, objective, on a road is held by French."), "{words}");
    assert!(words.contains("To do: Tut8 must be attacked (0402) [6.1]."), "{words}");
}

/// Two sheets, one above the other, with a hill, a wall, roads of two classes and pieces that look somewhere.
const FACED: &str = r#"
[map]
id = "two"
title = "Two sheets"
columns = 6
rows = 6
numbering = "sheets"
grid = "pointy-top"
even_rows = "left"

[[sheet]]
prefix = "B"
rows = [4, 6]
columns = [1, 6]
row_zero = 3

[[sheet]]
prefix = "A"
rows = [1, 3]
columns = [1, 6]

[ground]
legend = { "." = "", K = "church", C = "castle", g = "garden" }
rows = ["......", "..K...", "..C...", "...g..", "......", "......"]

[levels]
rows = ["000000", "001100", "012110", "001100", "000000", "000000"]

[hexsides]
wall = ["A0303/A0304"]
fence = ["A0203/A0204"]

[[road]]
class = "major"
path = ["A0101", "A0102", "A0103"]

[[road]]
class = "minor"
path = ["A0103", "A0104"]
"#;

#[test]
fn pieces_with_a_face_are_drawn_looking() {
    use grognard_engine::board::HexsideMark;
    use grognard_engine::piece::{FacingAt, FacingView, FormationView, Shape, Stance, StateKind, StateView, StepsView, Tone};
    let map = MapView::of(&Sheet::read("two.toml", FACED).expect("the map is sound"));
    let facing = FacingView { degrees: 60, at: FacingAt::Vertex, compass: "ENE".to_owned() };
    let stance = |shape: Shape, name: &str| Stance {
        facing: (shape != Shape::Square && shape != Shape::Loose).then(|| facing.clone()),
        formation: Some(FormationView { name: name.to_owned(), shape }),
        steps: Some(StepsView { left: 9, full: 11 }),
        states: vec![StateView { kind: StateKind::Morale, word: "shaken".to_owned(), amount: None, tone: Tone::Bad }],
        ..Stance::default()
    };
    let mut counters = Vec::new();
    let shapes = [Shape::Line, Shape::Column, Shape::March, Shape::Battery, Shape::Square, Shape::Loose];
    for (n, shape) in shapes.into_iter().enumerate() {
        // The last three share a hex.
        let hex = ["A0102", "A0202", "A0304", "B0102", "B0102", "B0102"][n];
        let mut piece = counter(&format!("F{n}"), "French", "French", "infantry", "11-6-5", Ok(hex));
        piece.stance = Some(stance(shape, &format!("{shape:?}")));
        counters.push(piece);
    }
    if let Some(stance) = &mut counters[0].stance {
        stance.second = Some("A0103".to_owned());
    }
    counters.push(counter("Lead", "Allied", "Russian", "leader", "6-9", Ok("B0304")));
    let side = Some("French".to_owned());
    let mark = HexsideMark { from: "A0102".to_owned(), to: "A0103".to_owned(), kind: "barricade".to_owned(), side };
    let board = Board { counters, hexside_marks: vec![mark], ..Board::default() };
    let drawing = svg(&map, Some(&board), &Options::default());
    let document = roxmltree::Document::parse(&drawing).expect("it is XML");
    let told = words(&document);
    for part in
        ["French barricade", "Line, facing ENE", "Battery, facing ENE", "square", "3 pieces", "Contour (ticks downhill)", "A0102"]
    {
        assert!(told.contains(part), "{part} in {told}");
    }
    assert_eq!(drawing.matches("rotate(60)").count(), 5, "four fronts, and that of the second hex");
    // Every piece is there, and the line twice.
    let tags = |tag: &str| document.descendants().filter(|n| n.attribute("data-tag") == Some(tag)).count();
    assert_eq!((tags("F0"), tags("F5"), tags("Lead")), (2, 1, 1));
    assert!(grognard_picture::list(&map, &board).contains("line, facing ENE, 9 of 11 steps, shaken"));
    assert!(grognard_picture::text(&map, &board, None).contains("B0102"));
}

#[test]
fn the_land_is_as_the_weather_and_the_month_have_it() {
    let of = |turn: &str, weather: &[&str]| Theme::of(turn, &weather.iter().map(|&w| w.to_owned()).collect::<Vec<_>>());
    assert_eq!(of("Turn 4 of 12, 0700, 8 February 1807", &[]), Theme::Winter);
    assert_eq!(of("Turn 1 of 4, 26-27 Dec 1806", &["rain", "mud"]), Theme::Bare);
    assert_eq!(of("Turn 1 of 4, 26-27 Dec 1806", &["fair"]), Theme::Bare);
    assert_eq!(of("Turn 46 of 103, 6-7 Mar 1807", &["frost"]), Theme::Winter);
    assert_eq!(of("Turn 46 of 103, 6-7 Mar 1807", &[]), Theme::Bare);
    assert_eq!(of("Turn 1 of 4, 14-15 June 1807", &["rain", "mud"]), Theme::Summer);
    assert_eq!(of("Turn 3, the march on Dresden", &[]), Theme::Summer);
}
