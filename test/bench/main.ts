import { spawnSync } from 'node:child_process';

/** Each is loaded only where it runs: what another one needs, such as a browser's driver, would weigh on its figures. */
const benches: Record<string, () => Promise<() => void | Promise<void>>> = {
  'hand-over': async () => (await import('./hand-over.ts')).handOver,
  import: async () => (await import('./import.ts')).importMany,
  'dispatch-instant': async () => (await import('./dispatch-instant.ts')).dispatchInstant,
  'dispatch-http': async () => (await import('./dispatch-http.ts')).dispatchHttp,
  'scroll-memory': async () => (await import('./scroll-memory.ts')).scrollMemory,
  large: async () => (await import('./large-workspace.ts')).largeWorkspace,
  'first-load': async () => (await import('./first-load.ts')).firstLoad,
  'search-paint': async () => (await import('./search-paint.ts')).searchPaint,
  'hostile-answers': async () => (await import('./hostile-answers.ts')).hostileAnswers,
  'cold-start': async () => (await import('./cold-start.ts')).coldStart,
  noticing: async () => (await import('./noticing.ts')).noticing,
  'next-document': async () => (await import('./next-document.ts')).nextDocument,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known are ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
const names = chosen.length === 0 ? Object.keys(benches) : chosen;
const [only] = names;
if (names.length === 1 && only !== undefined) {
  const bench = await benches[only]?.();
  await bench?.();
  process.exit(0);
}
// One process each, so that what one leaves behind is not measured with the next.
for (const name of names) {
  const { status } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, name], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
