// Addresses of the page, and moving between them without loading it anew.

export type Route =
  | { page: 'lobby' }
  | { page: 'new' }
  | { page: 'table'; id: string }
  | { page: 'text'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'rules'; book: string; case: string }
  | { page: 'preferences' }
  | { page: 'help' }
  | { page: 'proving' }
  | { page: 'lost'; path: string };

/** Reads an address. A trailing slash does not matter. */
export function parse(path: string): Route {
  const parts = path.split('/').filter((part) => part !== '').map(safeDecode);
  const [head, one, two] = parts;
  if (parts.length === 0) return { page: 'lobby' };
  if (head === 'new' && parts.length === 1) return { page: 'new' };
  if (head === 'preferences' && parts.length === 1) return { page: 'preferences' };
  if (head === 'help' && parts.length === 1) return { page: 'help' };
  if (head === 'proving-ground' && parts.length === 1) return { page: 'proving' };
  if (head === 'rules' && parts.length <= 3) return { page: 'rules', book: one ?? '', case: two ?? '' };
  if (head === 'table' && one !== undefined) {
    if (parts.length === 2) return { page: 'table', id: one };
    if (parts.length === 3 && two === 'text') return { page: 'text', id: one };
    if (parts.length === 3 && two === 'replay') return { page: 'replay', id: one };
  }
  return { page: 'lost', path };
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What a fragment holds: `#seat=TOKEN&invite=…` as pairs, `#12` as a number. */
export function fragment(hash: string): { pairs: URLSearchParams; number: number | null } {
  const bare = hash.replace(/^#/, '');
  return { pairs: new URLSearchParams(bare.includes('=') ? bare : ''), number: /^\d+$/.test(bare) ? Number(bare) : null };
}

class Router {
  path = $state(typeof location === 'undefined' ? '/' : location.pathname);
  hash = $state(typeof location === 'undefined' ? '' : location.hash);
  readonly route = $derived(parse(this.path));

  start(): void {
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
    document.addEventListener('click', (event) => this.click(event));
  }

  read(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    const moved = location.pathname !== this.path;
    this.read();
    if (moved && !replace) {
      scrollTo(0, 0);
      // Whoever listens instead of looks is told that there is a new page.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
    }
  }

  click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
