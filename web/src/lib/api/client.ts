// Questions to the server over HTTP. Every refusal comes back as a `Refusal` with the server's own words.

import type { Analysis, CaseGist, CatchUp, Chart, Counsel, DiceCount, House, Lesson, Library, Line, LogPage, MadeTable, MapView, NewTable, OrdersOfSeat, OverlayHex, OverlayInfo, Problem, Reasoned, Said, TableInfo, TakenSeat, TurnMark, View } from './types';

/** The server said no, or nothing. */
export class Refusal extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }
}

/** What is said when the server cannot be reached. */
export function silence(): Problem {
  return { type: 'urn:grognard:silence', title: 'No answer', status: 0, detail: 'The server does not answer. Is it running?' };
}

export interface Pass {
  token?: string | undefined;
  passphrase?: string | undefined;
}

async function ask(path: string, pass: Pass = {}, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (pass.token) headers.set('authorization', `Bearer ${pass.token}`);
  // Header values are bytes: anything beyond is sent percent-encoded.
  if (pass.passphrase) headers.set('x-passphrase', encodeURIComponent(pass.passphrase));
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers });
  } catch {
    throw new Refusal(silence());
  }
  if (answer.ok) return answer;
  let problem: Problem = { type: 'about:blank', title: answer.statusText, status: answer.status, detail: `The server answered ${answer.status}.` };
  try {
    problem = { ...problem, ...((await answer.json()) as Problem) };
  } catch {
    // Not a problem in our form: the status has to do.
  }
  throw new Refusal(problem);
}

async function get<T>(path: string, pass?: Pass): Promise<T> {
  return (await (await ask(path, pass)).json()) as T;
}

async function post<T>(path: string, body: unknown, pass?: Pass, method = 'POST'): Promise<T> {
  const answer = await ask(path, pass, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

const at = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
const query = (pairs: Record<string, string | number | undefined | null>) => {
  const text = new URLSearchParams(
    Object.entries(pairs)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([key, value]) => [key, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
};

const libraries = new Map<string, Promise<Library>>();
const maps = new Map<string, Promise<MapView>>();
const charts = new Map<string, Promise<Chart[]>>();
const books = new Map<string, Promise<CaseGist[]>>();

/** Asks once and remembers the answer, but not a failure. */
function once<T>(store: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let found = store.get(key);
  if (!found) {
    found = make();
    store.set(key, found);
    found.catch(() => store.delete(key));
  }
  return found;
}

/** The table that was asked for last and of which nothing was heard, with the secret by which the server knows the same question again. */
let unheard: { wish: string; claim: string } | undefined;

/** A secret of our own making, for a table or a seat: sent again after a lost answer, it gets the same one. */
export function newClaim(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether it is not known what became of a question. */
export function lost(error: unknown): boolean {
  return error instanceof Refusal && (error.problem.status === 0 || error.problem.status >= 500);
}

/** Makes a table. If the answer is lost, the same question gets the same table: at once, and when somebody asks for the same once more. */
async function make(table: NewTable): Promise<MadeTable> {
  const wish = JSON.stringify(table);
  const claim = unheard?.wish === wish ? unheard.claim : newClaim();
  unheard = { wish, claim };
  const ask = () => post<MadeTable>('/api/tables', { ...table, claim });
  const made = await ask().catch((error: unknown) => {
    if (lost(error)) return ask();
    throw error;
  });
  if (unheard?.claim === claim) unheard = undefined;
  return made;
}

export const api = {
  games: () => once(libraries, '', () => get<Library>('/api/games')),
  map: (game: string) => once(maps, game, () => get<MapView>(`/api/games/${encodeURIComponent(game)}/map`)),
  charts: (game: string) => once(charts, game, () => get<Chart[]>(`/api/games/${encodeURIComponent(game)}/charts`)),
  lesson: (game: string) => get<Lesson>(`/api/games/${encodeURIComponent(game)}/lesson`),
  reasons: (id: string, pass: Pass, from: number) => get<Reasoned[]>(`${at(id)}/reasons${query({ from })}`, pass),
  rules: (book: string) => once(books, book, () => get<CaseGist[]>(`/api/rules/${encodeURIComponent(book)}`)),
  house: () => get<House>('/api/house'),
  tables: (from = 0) => get<TableInfo[]>(`/api/tables${query({ from: from || undefined })}`),
  make,
  table: (id: string, pass: Pass) => get<TableInfo>(at(id), pass),
  sit: (id: string, seat: string, body: { name: string; claim: string; passphrase?: string; invite?: string }) =>
    post<TakenSeat>(`${at(id)}/seats/${encodeURIComponent(seat)}`, body),
  view: (id: string, pass: Pass, moment?: number) => get<View>(`${at(id)}/view${query({ at: moment })}`, pass),
  log: (id: string, pass: Pass, from = 0) => get<Line[]>(`${at(id)}/log${query({ from })}`, pass),
  /** Some turns of the log before an entry; the last ones if none is named. */
  logPage: (id: string, pass: Pass, before?: number) => get<LogPage>(`${at(id)}/log-page${query({ before })}`, pass),
  catchUp: (id: string, pass: Pass, from: number) => get<CatchUp>(`${at(id)}/catch-up${query({ from })}`, pass),
  turns: (id: string, pass: Pass) => get<TurnMark[]>(`${at(id)}/turns`, pass),
  dice: (id: string, pass: Pass) => get<DiceCount>(`${at(id)}/dice`, pass),
  analysis: (id: string, pass: Pass, from?: number) => get<Analysis>(`${at(id)}/analysis${query({ from })}`, pass),
  chat: (id: string, pass: Pass) => get<Said[]>(`${at(id)}/chat`, pass),
  overlays: (id: string, pass: Pass) => get<OverlayInfo[]>(`${at(id)}/overlays`, pass),
  overlay: (id: string, pass: Pass, overlay: string, hex?: string | null, moment?: number) =>
    get<OverlayHex[]>(`${at(id)}/overlay/${encodeURIComponent(overlay)}${query({ hex, at: moment })}`, pass),
  act: (id: string, pass: Pass, action: string) => post<unknown>(`${at(id)}/act`, { action }, pass),
  why: (id: string, pass: Pass, text: string) => post<{ actions: string[] }>(`${at(id)}/why`, { text }, pass),
  orders: (id: string, pass: Pass) => get<OrdersOfSeat[]>(`${at(id)}/orders`, pass),
  giveOrders: (id: string, pass: Pass, seat: string, orders: string[]) => post<OrdersOfSeat[]>(`${at(id)}/orders`, { seat, orders }, pass, 'PUT'),
  claim: (id: string, pass: Pass, computer?: string) => post<unknown>(`${at(id)}/claim`, { computer: computer ?? null }, pass),
  rematch: (id: string, pass: Pass) => post<{ table: string }>(`${at(id)}/rematch`, {}, pass),
  quit: async (id: string, pass: Pass) => (await (await ask(at(id), pass, { method: 'DELETE' })).json()) as { removed: boolean },
  webhook: (id: string, pass: Pass) => get<{ url: string | null }>(`${at(id)}/webhook`, pass),
  setWebhook: (id: string, pass: Pass, url: string | null) => post<{ url: string | null }>(`${at(id)}/webhook`, { url }, pass, 'PUT'),
  /** Where the server draws the table as a picture. */
  pictureOf: async (id: string, pass: Pass) => (await ask(`${at(id)}/picture.png`, pass)).blob(),
  advice: (id: string, pass: Pass, hint?: string) => get<Counsel>(`${at(id)}/advice${query({ hint })}`, pass),
  text: async (id: string, pass: Pass, what: 'record' | 'notation' | 'position', moment?: number) =>
    (await ask(`${at(id)}/${what}${query({ at: moment })}`, pass)).text(),
};
