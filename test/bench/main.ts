import { dispatchHttp } from './dispatch-http.ts';
import { dispatchInstant } from './dispatch-instant.ts';
import { scrollMemory } from './scroll-memory.ts';
import { firstLoad } from './first-load.ts';
import { handOver } from './hand-over.ts';
import { importMany } from './import.ts';
import { largeWorkspace } from './large-workspace.ts';
import { nextDocument } from './next-document.ts';
import { searchPaint } from './search-paint.ts';

const benches: Record<string, () => void | Promise<void>> = {
  'hand-over': handOver,
  import: importMany,
  'dispatch-instant': dispatchInstant,
  'dispatch-http': dispatchHttp,
  'scroll-memory': scrollMemory,
  large: largeWorkspace,
  'first-load': firstLoad,
  'search-paint': searchPaint,
  'next-document': nextDocument,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known are ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length === 0 || chosen.includes(name)) await bench();
}
process.exit(0);
