import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `GROGNARD_SERVER` names a running server for `npm run dev`; the built page is served by the binary itself.
const server = process.env['GROGNARD_SERVER'] ?? 'http://127.0.0.1:4807';

export default defineConfig({
  plugins: [svelte()],
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: true } } },
  build: {
    target: 'es2022',
    // Nothing may be inlined: the content security policy allows files of our own host only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  // Only a hang takes longer, on however busy a machine; nothing else is decided by it.
  test: { include: ['tests/unit/**/*.test.ts'], environment: 'node', testTimeout: 120_000, hookTimeout: 120_000 },
});
