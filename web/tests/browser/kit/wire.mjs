// A message of the socket, as text or packed.
import { inflateSync } from 'node:zlib';

export function heard(payload) {
  return JSON.parse(typeof payload === 'string' ? payload : inflateSync(payload).toString());
}
