// An Eylau table on which a hundred counters stand: the map has 24 by 22 hexes, and the view is filled up on its way.
import assert from 'node:assert/strict';

export const CROWD = 100;

export async function crowded(server, page) {
  const table = await server.hotSeat('eylau');
  const map = await server.get('/api/games/eylau/map');
  assert.deepEqual([map.columns, map.rows], [24, 22]);
  const fill = (view) => {
    const counters = view.board.counters;
    const taken = new Set(counters.filter((one) => one.hex).map((one) => one.hex));
    const free = map.hexes.map((hex) => hex.number).filter((hex) => !taken.has(hex));
    const model = counters.filter((one) => one.hex);
    for (let i = 0; counters.filter((one) => one.hex).length < CROWD; i += 1) counters.push({ ...model[i % model.length], tag: `X${i}`, hex: free[(i * 37) % free.length] });
  };
  // Signs of life come by the clock, and are not counted.
  const counts = (message) => !['ping', 'pong'].includes(message.type);
  const wire = { sockets: 0, up: 0, down: 0 };
  await page.routeWebSocket(/\/live$/, (socket) => {
    wire.sockets += 1;
    const up = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      wire.up += Number(counts(message));
      // A view that is filled up on its way has another sum than the server knows: whole ones, and as text.
      up.send(message.type === 'hello' ? JSON.stringify({ ...message, mode: 'view', packed: false }) : text);
    });
    up.onMessage((text) => {
      const message = JSON.parse(text);
      wire.down += Number(counts(message));
      if (message.view) fill(message.view);
      socket.send(JSON.stringify(message));
    });
  });
  return { ...table, path: `/table/${table.id}#seat=${table.token}`, wire };
}

/** The board is on the screen: its ground is painted and its counters stand. */
export async function drawn(page) {
  await page.waitForFunction(
    (crowd) => {
      const board = document.querySelector('.board');
      return document.querySelector('[data-painted]:not([data-painted="0"])') !== null && (board?.probe?.units().length ?? 0) >= crowd && board.probe.told().rest;
    },
    CROWD,
  );
}
