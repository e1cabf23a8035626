// The server's messages by name, out of the types that are generated from its own description.

import type { components } from './schema';

type Schemas = components['schemas'];

export type View = Schemas['View'];
export type Board = Schemas['Board'];
export type Counter = Schemas['Counter'];
export type Choice = Schemas['Choice'];
export type Pending = Schemas['Pending'];
export type Ending = Schemas['Ending'];
export type Undo = Schemas['Undo'];
export type Forecast = Schemas['Forecast'];
export type Chance = Forecast['results'][number][1];
export type TableView = Schemas['TableView'];
export type Line = Schemas['Line'];
export type LogPage = Schemas['LogPage'];
export type RollView = Schemas['RollView'];
export type Duty = Schemas['Duty'];
export type Track = Schemas['Track'];
export type Moved = Schemas['Moved'];
export type CatchUp = Schemas['CatchUp'];
export type DiceCount = Schemas['DiceCount'];
export type TurnMark = Schemas['TurnMark'];
export type OverlayInfo = Schemas['OverlayInfo'];
export type OverlayHex = Schemas['OverlayHex'];
export type MapView = Schemas['MapView'];
export type Problem = Schemas['Problem'];
export type Thing = Schemas['Thing'];
export type TableInfo = Schemas['TableInfo'];
export type SeatInfo = Schemas['SeatInfo'];
export type NewTable = Schemas['NewTable'];
export type MadeTable = Schemas['MadeTable'];
export type TakenSeat = Schemas['TakenSeat'];
export type OrdersOfSeat = Schemas['OrdersOfSeat'];
export type Undone = Schemas['Undone'];
export type Reasoned = Schemas['Reasoned'];
export type Said = Schemas['Said'];
// The server writes all fields; those that a rulebook's list may leave out are empty.
export type CaseGist = Required<Schemas['CaseGist']>;
export type ClientMessage = Schemas['ClientMessage'];
export type ServerMessage = Schemas['ServerMessage'];
export type Library = Schemas['Library'];
export type GameInfo = Schemas['Game'];
export type BookInfo = Schemas['Book'];
export type Chart = Schemas['Chart'];
export type House = Schemas['House'];
export type CardView = Schemas['CardView'];
export type LevelInfo = Schemas['Level'];
export type Counsel = Schemas['Counsel'];
export type SeatDice = Schemas['SeatDice'];
export type Trail = Schemas['Trail'];
export type Analysis = Schemas['Analysis'];
export type Lesson = Schemas['Lesson'];
export type LessonStep = Schemas['LessonStep'];
export type Judged = Schemas['Judged'];
