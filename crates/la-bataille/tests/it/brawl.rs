//! Everybody in two lines face to face: random play that fights from the first turn on.

use grognard_la_bataille::{Arm, Bautzen, Formation, Order, Place, Side};

/// The long game with all forces drawn up against each other on open ground.
pub fn brawl(variant: u64) -> Bautzen {
    let game = Bautzen::new("bautzen", &[]).unwrap();
    let mut field = game.field().clone();
    let grid = field.ground.grid().clone();
    let mut next = [0usize; 2];
    for unit in 0..field.army.kinds.len() {
        let kind = field.army.kinds[unit].clone();
        let start = &mut field.army.start[unit];
        let side = kind.side as usize;
        let at = next[side];
        // Leaders stand with the unit placed last.
        let at = if kind.arm == Arm::Leader { at.saturating_sub(1 + unit % 5) } else { at };
        let (row, column) = match kind.side {
            Side::French => (if at < 50 { 33 } else { 32 }, if at < 50 { at } else { at - 50 }),
            Side::Coalition => (34, at),
        };
        start.hex = grid.read(&format!("{column:02}{row:02}")).unwrap();
        start.place = Place::Map;
        start.until = 0;
        start.order = Order::Good;
        let looks = if kind.side == Side::French { 6 } else { 0 };
        (start.formation, start.heading) = match (kind.arm, (unit as u64 + variant) % 4) {
            (Arm::Leader, _) => (Formation::Leader, 0),
            (Arm::Artillery, 0) => (Formation::Limbered, looks),
            (Arm::Artillery, _) => (Formation::Unlimbered, looks),
            (Arm::Infantry, 0) if kind.line.is_some() => (Formation::Line, looks + 1),
            (Arm::Infantry, 1) if kind.carre.is_some() => (Formation::Carre, looks),
            _ => (Formation::Column, looks),
        };
        if kind.fights() {
            next[side] += 1;
        }
    }
    game.with(field, false)
}
