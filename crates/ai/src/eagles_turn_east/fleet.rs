//! Ships and Danzig [I.a.5] `[13]`: which division is sent to relieve the town, how it gets to a port and aboard, and where ships land.

use super::maps::Maps;
use super::scene::{Piece, Scene};
use crate::Advice;
use grognard_eagles_turn_east::grand::Voyage;
use grognard_eagles_turn_east::roster::Army;
use grognard_eagles_turn_east::state::{Away, Leader, Side, Unit};
use grognard_eagles_turn_east::{Action, Setting};
use grognard_engine::HexId;

/// `[13]` The last turn on which a relief may embark, and the first on which it is worth a division that is missing elsewhere.
const LAST: &str = "5-6 May";
const FIRST: &str = "15-16 Apr";
/// [10.2] The turn after which troops before Danzig count.
const BEFORE: &str = "14-15 Mar";
/// Most Strength Points that ships hold.
const HOLD: u8 = 8;
/// Half Movement Points that a Force goes in a turn, one turn with another.
const A_TURN: u16 = 8;

/// A division that is to go to Danzig.
#[derive(Clone, Copy, Debug)]
pub struct Envoy {
    pub unit: Unit,
    /// Who leads it now.
    pub leader: Leader,
    /// Whether it stands alone under him.
    pub alone: bool,
    /// Half Movement Points to its port.
    pub far: u16,
    pub port: HexId,
}

/// Whether Danzig holds out and can still be helped by sea.
fn can_help(scene: &Scene<'_>) -> bool {
    let grand = &scene.state.grand;
    let last = scene.game.scenario().calendar.turn_of(LAST).unwrap_or(0);
    scene.side == Side::Coalition
        && scene.game.setting() == Setting::Grand
        && grand.fallen == 0
        && !grand.relief
        && grand.voyage == Voyage::Port
        && scene.state.turn <= last
}

/// The port from which a relief sails: Königsberg, or Pillau where that is closed or lost.
fn port(scene: &Scene<'_>) -> Option<HexId> {
    let (ground, grand) = (scene.game.ground(), &scene.state.grand);
    let free = |hex: &&HexId| scene.to_enemy(**hex) > 1;
    let inner = ground.area("koenigsberg").iter().filter(|_| !grand.closed || grand.inside);
    let outer = ground.area("channel").iter().take(1).filter(|_| !grand.closed || !grand.inside);
    inner.chain(outer).find(free).copied()
}

/// The division that goes: Russian, of seven or eight points without guns, the nearest to the port.
pub fn envoy(scene: &Scene<'_>, maps: &Maps) -> Option<Envoy> {
    if !can_help(scene) {
        return None;
    }
    let (game, state) = (scene.game, scene.state);
    let port = port(scene)?;
    let far = maps.to(game, state, port);
    let mut best: Option<Envoy> = None;
    for (unit, body) in game.bodies().iter().enumerate() {
        let points: u8 = state.strength[unit].iter().sum();
        let fits = (game.figures().relief..=HOLD).contains(&points) && state.strength[unit][2] == 0;
        let leader = state.track[unit];
        if body.army != Army::Russian || !fits {
            continue;
        }
        let Some(piece) = scene.friend(leader) else { continue };
        let alone = piece.points <= f32::from(HOLD) && game.general(leader).army == Army::Russian;
        let found = Envoy { unit: unit as Unit, leader, alone, far: far[usize::from(piece.hex.0)], port };
        // Whoever is on his way already goes on.
        if best.is_none_or(|best| (!found.alone, found.far, found.unit) < (!best.alone, best.far, best.unit)) {
            best = Some(found);
        }
    }
    let first = game.scenario().calendar.turn_of(FIRST).unwrap_or(u8::MAX);
    best.filter(|envoy| u16::from(state.turn) + envoy.far / A_TURN >= u16::from(first) && envoy.far < 30 * A_TURN)
}

/// [I.a.5] What the ships do.
pub fn sail(scene: &Scene<'_>, maps: &Maps, options: &[Action]) -> Advice<Action> {
    if options.contains(&Action::Sail) {
        return Advice::new(Action::Sail, "the wind is fair");
    }
    if options.contains(&Action::Relieve) {
        return Advice::new(Action::Relieve, "Danzig is to hold out");
    }
    if let Some(envoy) = envoy(scene, maps)
        && options.contains(&Action::Embark(envoy.leader))
    {
        return Advice::new(Action::Embark(envoy.leader), "Danzig is to be relieved");
    }
    let grid = scene.game.grid();
    let near = |hex: HexId| scene.friends.iter().map(|friend| grid.distance(friend.hex, hex)).min().unwrap_or(u8::MAX);
    let coast = options.iter().filter_map(|action| if let Action::Land(hex) = action { Some(*hex) } else { None });
    let landing = coast.min_by_key(|&hex| (scene.to_enemy(hex) < 6, near(hex), hex));
    landing.map_or(Advice::new(Action::End, "the army stays together"), |hex| Advice::new(Action::Land(hex), "to friends ashore"))
}

/// [10.2] Where a Force of the Coalition that is strong enough goes to be seen before Danzig, and to enter it: the exit nearest to it.
pub fn before_danzig(scene: &Scene<'_>, maps: &Maps, friend: &Piece) -> Option<HexId> {
    let (game, state) = (scene.game, scene.state);
    let open = game.scenario().calendar.turn_of(BEFORE).is_some_and(|before| state.turn > before) && state.grand.fallen == 0;
    let strong = friend.points >= f32::from(game.figures().relief);
    let there = (0..game.leaders()).any(|leader| state.away[leader] == Away::Danzig);
    if scene.side != Side::Coalition || game.setting() != Setting::Grand || !open || !strong || there {
        return None;
    }
    let exits = game.ground().area("exit_danzig").iter().copied();
    let way = |hex: HexId| maps.to(game, state, hex)[usize::from(friend.hex.0)];
    let hex = exits.min_by_key(|&hex| (way(hex), hex))?;
    // It goes alone: nobody may be there who could stop it.
    let safe = 1.2 * scene.around(&scene.enemies, hex, 6, 12) < friend.points && way(hex) < 8 * A_TURN;
    safe.then_some(hex)
}
