import fc from 'fast-check';
import { calls, callNames, type CallName } from '#shared/ipc/contract.ts';
import { getCases, type FuzzTarget } from '../target.ts';
import { changed, changes, hostileValue, getValues } from '../values.ts';
import { answered, fuzzToken, startConnectedCore } from './connected-core.ts';

/** Calls that open or close a workspace take long and leave the others without one; they come now and then. */
const rare: ReadonlySet<string> = new Set([
  'workspaces.openPractice',
  'workspaces.open',
  'workspaces.connect',
  'workspaces.importFinish',
  'workspaces.forgetToken',
  'workspaces.replaceToken',
]);

const inputs = new Map(callNames.map((name) => [name, getValues(calls[name].input)]));
const call = fc
  .oneof(...callNames.map((name) => ({ weight: rare.has(name) ? 1 : 20, arbitrary: fc.constant(name) })))
  .chain((name) =>
    fc.record({
      name: fc.constant(name),
      input: fc.oneof(
        {
          weight: 8,
          arbitrary: fc
            .tuple(inputs.get(name) ?? fc.constant(null), changes)
            .map(([value, all]) => changed(value, all)),
        },
        { weight: 4, arbitrary: inputs.get(name) ?? fc.constant(null) },
        { weight: 1, arbitrary: hostileValue },
      ),
      pick: fc.nat(),
    }),
  );

/** What no screen may be shown: where in the program something happened. */
const innards = /\n\s+at |node:internal|\.[jt]s:\d+:\d+|SQLITE_|ZodError/;

/** The contract's calls with inputs of every kind, on the real core: an answer of the contract, or a sentence. */
export const ipcCalls: FuzzTarget = {
  name: 'calls',
  async open() {
    const { core, told, connect, close } = await startConnectedCore();
    const known: KnownIds = new Map();
    return {
      cases: getCases(
        call,
        async ({ name, input, pick }) => {
          await connect();
          const answer = await core.call(name, withKnownIds(input, known, pick));
          checkAnswer(name, answer);
          keepIds(answer, known);
          checkWords(told());
        },
        // It fills a service and a workspace with data to practise on.
        ({ name }) => name === 'workspaces.openPractice',
      ),
      close,
    };
  },
};

function checkAnswer(name: CallName, raw: unknown): void {
  const answer = answered.parse(raw);
  checkWords(JSON.stringify(answer));
  if (answer.ok) calls[name].output.parse(answer.value);
  else if (answer.error.code === 'internal') throw new Error(`${name} met a fault of the program.`);
}

function checkWords(text: string): void {
  if (text.includes(fuzzToken)) throw new Error('The token went to the screen.');
  const found = innards.exec(text);
  if (found !== null) throw new Error(`The screen is shown the program’s innards: ${found[0]}`);
}

/** Ids that exist, by the name under which they came. */
type KnownIds = Map<string, string[]>;

const maxKnown = 40;
/** No call takes an ID from deeper down. */
const deepestId = 6;
const isIdName = (name: string) => /ids?$/i.test(name);

/** Keeps the ids of an answer, so that later calls ask for what exists. */
function keepIds(value: unknown, known: KnownIds, name = '', depth = 0): void {
  if (depth > deepestId) return;
  if (typeof value === 'string' && isIdName(name)) {
    const kept = known.get(singular(name)) ?? [];
    known.set(singular(name), [...kept.filter((id) => id !== value), value].slice(-maxKnown));
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value))
    keepIds(member, known, Array.isArray(value) ? name : key, depth + 1);
}

const singular = (name: string) => name.replace(/s$/, '');

/** Puts ids that exist in the place of most of those that were made up. */
function withKnownIds(value: unknown, known: KnownIds, pick: number, name = '', depth = 0): unknown {
  if (pick % 4 === 0 || depth > deepestId) return value;
  if (typeof value === 'string' && isIdName(name)) {
    const ids = known.get(singular(name)) ?? [];
    return ids[pick % Math.max(ids.length, 1)] ?? value;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => withKnownIds(item, known, pick + index, name, depth + 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [
      key,
      withKnownIds(member, known, pick, key, depth + 1),
    ]),
  );
}
