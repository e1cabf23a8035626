//! Colours: of the land by season, of the armies by nation.

use grognard_engine::Board;

/// The season the map is painted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As the board's weather says, and otherwise as is usual in the month of its turn.
    #[default]
    Season,
    /// Snow, ice and bare woods.
    Winter,
    /// Mud, stubble and bare woods.
    Bare,
    /// Green woods, blue water, fields.
    Summer,
}

impl Theme {
    /// The colours for a board, if there is one.
    pub(crate) fn palette(self, board: Option<&Board>) -> &'static Palette {
        match (self, board) {
            (Self::Winter, _) => &WINTER,
            (Self::Bare, _) => &BARE,
            (Self::Season, Some(board)) => Self::of(&board.turn, &board.conditions).palette(None),
            (Self::Season | Self::Summer, _) => &SUMMER,
        }
    }

    /// What lies on the land in such a turn and such weather.
    pub fn of(turn: &str, conditions: &[String]) -> Self {
        let said = |words: &[&str]| conditions.iter().any(|c| words.iter().any(|word| c.to_lowercase().contains(word)));
        let words: Vec<String> = turn.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect();
        // Beside a day or a year, for a march is not always a month.
        let dated = |pair: &[String]| pair.iter().any(|word| word.parse::<u16>().is_ok());
        let month = |names: &[&str]| {
            words.windows(2).any(|pair| dated(pair) && pair.iter().any(|word| names.iter().any(|name| word.starts_with(name))))
        };
        // Where it rains, the roads are mud, or the weather is said to be fair, no snow lies and no lake is frozen.
        if said(&["snow", "frost"]) || (month(&["nov", "dec", "jan", "feb"]) && !said(&["mud", "rain", "fair"])) {
            Self::Winter
        } else if month(&["nov", "dec", "jan", "feb", "mar", "apr"]) {
            Self::Bare
        } else {
            Self::Summer
        }
    }
}

/// The colours of the land.
pub struct Palette {
    /// Snow on the ground, ice on the water.
    pub frozen: bool,
    /// Trees without leaves.
    pub bare: bool,
    /// The sheet of paper.
    pub paper: &'static str,
    /// Boxes on the sheet.
    pub card: &'static str,
    /// Lines and letters.
    pub ink: &'static str,
    /// Lesser letters.
    pub faint: &'static str,
    /// Frames and ornaments.
    pub frame: &'static str,
    /// Open ground.
    pub ground: &'static str,
    /// Blots of light on it.
    pub light: &'static str,
    /// Blots of shade on it.
    pub shade: &'static str,
    /// Small marks on open ground: tufts, furrows, drifts.
    pub tuft: &'static str,
    /// Fields.
    pub field: [&'static str; 3],
    /// Ground under woods.
    pub wood: &'static str,
    /// Edge of woods.
    pub wood_edge: &'static str,
    /// Crowns, dark and light side.
    pub tree: [&'static str; 2],
    /// Conifers, body and light.
    pub pine: [&'static str; 2],
    /// Parks.
    pub grove: &'static str,
    /// Trees of a park.
    pub grove_tree: [&'static str; 2],
    /// Water.
    pub water: &'static str,
    /// Shores and banks.
    pub shore: &'static str,
    /// Light on water or ice.
    pub glint: &'static str,
    /// Ground within towns.
    pub yard: &'static str,
    /// Houses, roof and outline.
    pub house: [&'static str; 2],
    /// Roads, main and lesser.
    pub road: [&'static str; 2],
    /// Their borders.
    pub kerb: &'static str,
    /// Hachures.
    pub hill: &'static str,
    /// High ground, laid thinly over the ground once for each level.
    pub height: &'static str,
    /// Earthworks.
    pub earth: &'static str,
    /// Halo around names.
    pub halo: &'static str,
    /// Names of woods, waters and hills.
    pub names: [&'static str; 3],
    /// The grid.
    pub grid: &'static str,
}

/// A map under snow.
pub const WINTER: Palette = Palette {
    frozen: true,
    bare: true,
    paper: "#e7dcc4",
    card: "#f4ecd9",
    ink: "#2c2620",
    faint: "#6d6252",
    frame: "#5b4a35",
    ground: "#eceeea",
    light: "#fbfbf7",
    shade: "#d3dce0",
    tuft: "#a9a796",
    field: ["#e3e5de", "#e8e6da", "#dfe5e6"],
    wood: "#b3bcae",
    wood_edge: "#7f8c7c",
    tree: ["#6c6a5c", "#8d8b7c"],
    pine: ["#44584a", "#e6ece8"],
    grove: "#d5dbcd",
    grove_tree: ["#7c8470", "#a7ad9a"],
    water: "#c3d8e4",
    shore: "#6f93a9",
    glint: "#f4f9fb",
    yard: "#e2d8c8",
    house: ["#a9503f", "#5a251c"],
    road: ["#e2c592", "#f3ead4"],
    kerb: "#735a3c",
    hill: "#8a7d6d",
    height: "#e6d6b8",
    earth: "#8d6f4b",
    halo: "#f6f5ef",
    names: ["#3d4f40", "#2f5b77", "#6b5436"],
    grid: "#4d5258",
};

/// A map between the snows, and before the leaves.
pub const BARE: Palette = Palette {
    frozen: false,
    bare: true,
    paper: "#e7dbc3",
    card: "#f4ebd8",
    ink: "#2c2620",
    faint: "#6d6252",
    frame: "#5b4a35",
    ground: "#ddd3b9",
    light: "#e9e1cb",
    shade: "#c8bb9d",
    tuft: "#9a8c69",
    field: ["#cdbd98", "#c3b28d", "#d5c8a6"],
    wood: "#b3a98a",
    wood_edge: "#80755a",
    tree: ["#63584a", "#8b7d68"],
    pine: ["#445845", "#6c7f64"],
    grove: "#c9c0a0",
    grove_tree: ["#7a7058", "#a0957a"],
    water: "#a9bfc6",
    shore: "#557685",
    glint: "#d9e4e6",
    yard: "#d9c9ad",
    house: ["#a54f3d", "#5a251b"],
    road: ["#f0d9a8", "#f4ead0"],
    kerb: "#5a4226",
    hill: "#846a4b",
    height: "#cdb488",
    earth: "#82623e",
    halo: "#f0e9d7",
    names: ["#4a4a33", "#28536b", "#674a28"],
    grid: "#4b4436",
};

/// A map in leaf.
pub const SUMMER: Palette = Palette {
    frozen: false,
    bare: false,
    paper: "#e9ddc2",
    card: "#f6eedb",
    ink: "#2c2620",
    faint: "#6d6252",
    frame: "#5b4a35",
    ground: "#e6e2bd",
    light: "#f1edcf",
    shade: "#d3d5a4",
    tuft: "#a2a873",
    field: ["#e3dba6", "#d5d9a0", "#e9dfb4"],
    wood: "#a9bd84",
    wood_edge: "#6c8651",
    tree: ["#5b7b46", "#8fae6c"],
    pine: ["#3f5f41", "#6b8c5e"],
    grove: "#c6d49a",
    grove_tree: ["#6d8c4c", "#9dba72"],
    water: "#a3c8d8",
    shore: "#3f7592",
    glint: "#d8ebf1",
    yard: "#e4d3b4",
    house: ["#b0503c", "#5c2519"],
    road: ["#efd396", "#f6eed3"],
    kerb: "#75582f",
    hill: "#8f6f48",
    height: "#e3c99a",
    earth: "#94703f",
    halo: "#f5f1da",
    names: ["#37522c", "#22567a", "#6f4d22"],
    grid: "#4f4a32",
};

/// How a nation's counters are painted.
#[derive(Clone, Copy)]
pub struct Coat {
    /// Face of the counter.
    pub face: &'static str,
    /// The strip that carries the name.
    pub strip: &'static str,
    /// Letters on the strip.
    pub strip_ink: &'static str,
    /// Letters and figures on the face.
    pub ink: &'static str,
    /// The symbol's box.
    pub plate: &'static str,
    /// The symbol's lines.
    pub line: &'static str,
    /// Edge of the counter.
    pub edge: &'static str,
}

/// The colours of a nation; those the table does not know get a plain buff.
pub fn coat(nation: &str) -> Coat {
    match nation.to_lowercase().as_str() {
        "french" | "france" => Coat {
            face: "#2f5b9e",
            strip: "#1c3d70",
            strip_ink: "#ffffff",
            ink: "#ffffff",
            plate: "#dfe8f5",
            line: "#14294a",
            edge: "#11264a",
        },
        "russian" | "russia" => Coat {
            face: "#4f8350",
            strip: "#2c5630",
            strip_ink: "#ffffff",
            ink: "#ffffff",
            plate: "#e4eedc",
            line: "#183019",
            edge: "#17331a",
        },
        "prussian" | "prussia" => Coat {
            face: "#565b63",
            strip: "#2a2d33",
            strip_ink: "#ffffff",
            ink: "#ffffff",
            plate: "#dadde2",
            line: "#15171a",
            edge: "#0f1114",
        },
        "austrian" | "austria" => Coat {
            face: "#f7f4ea",
            strip: "#b3262b",
            strip_ink: "#ffffff",
            ink: "#201c18",
            plate: "#ffffff",
            line: "#201c18",
            edge: "#5c5348",
        },
        "saxon" | "westphalian" | "polish" | "bavarian" | "italian" | "württemberg" => Coat {
            face: "#7fa3cf",
            strip: "#35588a",
            strip_ink: "#ffffff",
            ink: "#101c30",
            plate: "#eef3fa",
            line: "#14294a",
            edge: "#2a456c",
        },
        _ => Coat {
            face: "#d9c69a",
            strip: "#7b6336",
            strip_ink: "#ffffff",
            ink: "#2c2416",
            plate: "#f5eeda",
            line: "#2c2416",
            edge: "#5c4a28",
        },
    }
}
