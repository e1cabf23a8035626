// A message of the socket, as text or packed.
import { inflateSync } from 'node:zlib';

/** What it says. */
export function unpacked(payload) {
  return typeof payload === 'string' ? payload : inflateSync(payload).toString();
}
