// Provisional, until the server describes itself.
export interface components {
  schemas: {
    View: { game: string; rulebook: string; title: string; options: [string, string][]; seats: string[]; you?: string | null; played: number; at: number; board: components['schemas']['Board']; pending?: components['schemas']['Pending'] | null; ending?: components['schemas']['Ending'] | null; choices: components['schemas']['Choice'][]; forecast?: components['schemas']['Forecast'] | null; undo: components['schemas']['Undo']; check: string };
    Undo: { can: boolean; ask: boolean; to: number; what: string; why: string };
    Pending: { seat: string; case: string; prompt: string };
    Ending: { winner?: string | null; verdict: string; points: number[] };
    Choice: { text: string; short: string; at: { hex: string } | { unit: string } | { button: string }; label: string; group: string; unit?: string | null; hex?: string | null; left?: string | null; path: { hex: string; cost: string }[]; note?: string | null; commits: boolean };
    Board: { turn: string; turn_number: number; turns: number; clock: string; conditions: string[]; phases: { name: string; side?: string | null; current: boolean }[]; phase: string; prompt: string; counters: components['schemas']['Counter'][]; marks: { hex: string; kind: string; side?: string | null }[]; tracks: components['schemas']['Track'][]; duties: components['schemas']['Duty'][] };
    Counter: { tag: string; side: string; nation: string; name: string; kind: string; values: string; strength?: number | null; movement?: number | null; hex?: string | null; off_map?: string | null; badges: string[]; alt: string; hidden: boolean };
    Track: { name: string; value: number; case: string };
    Duty: { case: string; text: string; hex?: string | null; unit?: string | null; optional: boolean };
    Line: { text: string; hexes: string[]; level: number; entry: number; case?: string | null; path?: components['schemas']['Trail'] | null; battle?: { side: string; attackers: string[]; defenders: string[]; column: string } | null; roll?: components['schemas']['RollView'] | null; lost: string[] };
    Trail: { unit: string; kind: string; side: string; hexes: string[] };
    RollView: { faces: number; value: number; column?: string | null; result?: string | null; case: string };
    Chance: { least: number; most: number; per: number };
    Forecast: { column: string; reckoning: string[]; results: [string, components['schemas']['Chance']][]; fates: { tag: string; chances: [string, components['schemas']['Chance']][] }[]; table?: components['schemas']['TableView'] | null; alternatives: { action: string; label: string; column: string; results: [string, components['schemas']['Chance']][] }[]; legend: [string, string][] };
    TableView: { title: string; case: string; columns: string[]; rows: string[]; cells: string[][]; column: number };
    OverlayInfo: { id: string; title: string; key: string; needs_hex: boolean; case?: string | null };
    OverlayHex: { hex: string; side?: string | null; note: string };
    MapView: { title: string; columns: number; rows: number; north: string; metres_per_hex: number; hexes: { number: string; terrain: string[]; objective: boolean }[]; hexsides: { from: string; to: string; kind: string }[]; roads: { name: string; edge: boolean; path: string[] }[]; places: { name: string; kind: string; hexes: string[] }[]; entries: { code: string; hex: string }[] };
    Moved: { entry: number; seat?: string | null; action: string; dice: number[]; log: components['schemas']['Line'][]; check: string };
    CatchUp: { from: number; to: number; paragraph: string; losses: { side: string; tags: string[]; strength: number }[]; dice: number[]; lines: components['schemas']['Line'][] };
    DiceCount: { faces: number; seats: components['schemas']['SeatDice'][]; all: components['schemas']['SeatDice'] };
    SeatDice: { seat: string; counts: number[]; rolls: number; expected: string; average: string; chi_square: string; verdict: string };
    TurnMark: { entry: number; turn_number: number; turn: string; phase: string; new_turn: boolean };
    Thing: { unit: string } | { hex: string } | { hexside: [string, string] } | { short: { has: number; needs: number } };
    Problem: { type: string; title: string; status: number; detail: string; case?: string | null; at?: components['schemas']['Thing'] | null; line?: string | null; played?: number | null };
    TableInfo: { id: string; game: string; title: string; rulebook: string; name: string; options: [string, string][]; public: boolean; locked: boolean; created: number; touched: number; seats: components['schemas']['SeatInfo'][]; spectators: number; played: number; over: boolean; pending?: string | null; commitment: string; seed?: string | null; given: number; asked?: components['schemas']['UndoAsked'] | null };
    SeatInfo: { seat: string; who: string; name: string; connected: boolean; yours: boolean };
    SeatPresence: { seat: string; who: string; name: string; connected: boolean };
    UndoAsked: { by: string; to: number };
    NewTable: { game?: string; options?: Record<string, string>; seats?: { seat: string; who: string }[]; name?: string; player?: string; public?: boolean; passphrase?: string | null; record?: string | null };
    MadeTable: { id: string; path: string; seats: { seat: string; who: string; token?: string | null; link?: string | null }[] };
    TakenSeat: { seat: string; token: string; link: string };
    Undone: { played: number; asked: boolean };
    Reasoned: { seat: string; played: number; action: string; reason: string };
    Said: { by: string; seat: string; text: string; at: number };
    Library: { books: { id: string; games: components['schemas']['Game'][] }[]; levels: components['schemas']['Level'][] };
    Game: { id: string; rulebook: string; title: string; year: number; summary: string; options: { name: string; values: string[]; default: string; case: string; summary: string }[]; seats: string[]; commands: { form: string; meaning: string }[] };
    Level: { id: string; title: string; summary: string; baseline: boolean };
    Counsel: { last?: components['schemas']['Reasoned'] | null; hint?: components['schemas']['Reasoned'] | null };
    CaseGist: { rulebook: string; id: string; title: string; gist: string; status: string; forbids: boolean; rulings: string[]; note: string };
    ClientMessage:
      | { type: 'hello'; token?: string | null; passphrase?: string | null; from?: number | null; mode?: 'view' | 'moves'; name?: string | null }
      | { type: 'act'; id?: number; action: string; played?: number | null }
      | { type: 'command'; id?: number; text: string; played?: number | null }
      | { type: 'undo'; id?: number; confirm?: boolean }
      | { type: 'answer'; id?: number; allow: boolean }
      | { type: 'chat'; id?: number; text: string }
      | { type: 'ping'; id?: number };
    ServerMessage:
      | { type: 'welcome'; table: components['schemas']['TableInfo']; view?: components['schemas']['View'] | null; catch_up?: components['schemas']['CatchUp'] | null }
      | { type: 'view'; view: components['schemas']['View'] }
      | { type: 'moved'; happening: components['schemas']['Moved'] }
      | { type: 'undone'; played: number }
      | { type: 'ok'; id: number; played: number }
      | { type: 'refused'; id: number; problem: components['schemas']['Problem'] }
      | ({ type: 'undo_asked' } & components['schemas']['UndoAsked'])
      | { type: 'undo_declined'; by: string }
      | ({ type: 'chat' } & components['schemas']['Said'])
      | { type: 'presence'; seats: components['schemas']['SeatPresence'][]; spectators: number }
      | { type: 'thinking'; seat: string }
      | { type: 'pong'; id: number };
  };
}
