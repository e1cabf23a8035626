// What a player likes. Kept in this browser.

import { PACES, type Pace } from './table/stops';

const KEY = 'grognard.preferences';

export interface Preferences {
  theme: 'auto' | 'light' | 'dark';
  text: number;
  silhouettes: boolean;
  numbers: boolean;
  grid: boolean;
  roads: boolean;
  names: boolean;
  objectives: boolean;
  minimap: boolean;
  trails: boolean;
  motion: 'auto' | 'less';
  confirm: boolean;
  /** Whether keys of one letter do something. Whoever speaks to the computer, or is often mistaken in the key, is better off without. */
  keys: boolean;
  /** How it is said that it is one's turn while one looks elsewhere. */
  notify: boolean;
  sound: boolean;
  /** Whether the charts lie open. */
  charts: boolean;
  /** How others' turns are shown. */
  pace: Pace;
  name: string;
}

export const USUAL: Preferences = {
  theme: 'auto',
  text: 1,
  silhouettes: false,
  numbers: true,
  grid: true,
  roads: true,
  names: true,
  objectives: true,
  minimap: true,
  trails: true,
  motion: 'auto',
  confirm: true,
  keys: true,
  notify: false,
  sound: false,
  charts: false,
  pace: 'steady',
  name: '',
};

/** Takes what fits out of what was kept; the rest is as usual. */
export function readPreferences(text: string | null): Preferences {
  const found: Record<string, unknown> = { ...USUAL };
  try {
    const kept: unknown = text === null ? {} : JSON.parse(text);
    if (typeof kept === 'object' && kept !== null) {
      for (const [key, value] of Object.entries(kept)) {
        if (key in USUAL && typeof value === typeof USUAL[key as keyof Preferences]) found[key] = value;
      }
    }
  } catch {
    // What cannot be read is forgotten.
  }
  const prefs = found as unknown as Preferences;
  if (!['auto', 'light', 'dark'].includes(prefs.theme)) prefs.theme = 'auto';
  if (!['auto', 'less'].includes(prefs.motion)) prefs.motion = 'auto';
  if (!PACES.some(([pace]) => pace === prefs.pace)) prefs.pace = USUAL.pace;
  prefs.text = Math.min(2, Math.max(0.8, Number.isFinite(prefs.text) ? prefs.text : 1));
  return prefs;
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

class Settings {
  value = $state<Preferences>(readPreferences(typeof localStorage === 'undefined' ? null : kept(KEY)));
  darkOutside = $state(false);
  stillOutside = $state(false);
  readonly dark = $derived(this.value.theme === 'dark' || (this.value.theme === 'auto' && this.darkOutside));
  readonly still = $derived(this.value.motion === 'less' || this.stillOutside);

  start(): void {
    const watch = (query: string, tell: (on: boolean) => void) => {
      const media = matchMedia(query);
      tell(media.matches);
      media.addEventListener('change', () => tell(media.matches));
    };
    watch('(prefers-color-scheme: dark)', (on) => (this.darkOutside = on));
    watch('(prefers-reduced-motion: reduce)', (on) => (this.stillOutside = on));
    $effect.root(() => {
      $effect(() => {
        const root = document.documentElement;
        root.dataset['theme'] = this.dark ? 'dark' : 'light';
        root.style.setProperty('--text', String(this.value.text));
        root.toggleAttribute('data-still', this.still);
      });
      $effect(() => {
        const text = JSON.stringify(this.value);
        try {
          localStorage.setItem(KEY, text);
        } catch {
          // A browser that keeps nothing can still be played in.
        }
      });
    });
    addEventListener('storage', (event) => {
      if (event.key === KEY) this.value = readPreferences(event.newValue);
    });
  }

  reset(): void {
    this.value = { ...USUAL, name: this.value.name };
  }
}

export const settings = new Settings();
