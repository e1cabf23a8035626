// Every key of the table, in one list: what the page listens to is what it tells under `?`.

export interface Key {
  keys: string[];
  does: string;
}

export const MAP_KEYS: Key[] = [
  { keys: ['+', '−'], does: 'zoom in and out' },
  { keys: ['0'], does: 'fit the map to the window' },
  { keys: ['m'], does: 'go to the map; then the arrow keys walk from hex to hex, and each is described' },
  { keys: ['Enter'], does: 'on the map: choose what is lit in this hex, as a click does' },
  { keys: ['i'], does: 'on the map: look into this hex, as a right click does' },
  { keys: ['Shift + arrows'], does: 'move the map' },
  { keys: ['h'], does: 'hide the counters and show the terrain; again to show them' },
  { keys: ['t'], does: 'trails of the last phase of both sides' },
  { keys: ['n', 'g'], does: 'hex numbers, grid' },
];

export const PLAY_KEYS: Key[] = [
  { keys: ['Esc'], does: 'drop the selection, close what is open' },
  { keys: ['Backspace'], does: 'take back a step' },
  { keys: ['Ctrl + Z'], does: 'take back the last move or action' },
  { keys: ['f', 'b', 'a'], does: 'while others’ turns are shown: one step on, one back, from the beginning' },
  { keys: ['w', 's'], does: 'likewise: wait or go on; skip to the present' },
  { keys: ['o'], does: 'go to the orders: prompt, buttons, checklist' },
  { keys: ['u'], does: 'next unit or hex that is lit' },
  { keys: [',', '.'], does: 'turn the unit in hand to the left, to the right' },
  { keys: ['1 … 9'], does: 'draw the unit in hand up: the formation of this number; then , or . if it can look two ways' },
  { keys: ['/'], does: 'type a command' },
  { keys: ['y'], does: 'charts: results, terrain, turns, victory' },
  { keys: ['l'], does: 'log' },
  { keys: ['p'], does: 'forces' },
  { keys: ['c'], does: 'talk' },
  { keys: ['?'], does: 'this list' },
];

/** Whether a key is a letter, a digit or a sign, and not one that has a name such as `Escape`. */
export const single = (event: KeyboardEvent): boolean => event.key.length === 1;

/** Whether somebody is typing, so that letters are letters. */
export function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}
