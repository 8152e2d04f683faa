import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, describe, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { entryKinds, type AcceptedAnswer, type EntryKindDefinition } from '#shared/outbox/entry-kinds.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { systemClock } from '#main/clock.ts';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import { createDispatcher } from '#main/outbox/dispatcher.ts';
import type { NewEntry } from '#main/outbox/enqueue.ts';
import { createEntryStore } from '#main/outbox/entry-store.ts';
import { toOutcome } from '#main/outbox/outcome.ts';
import { createQueueFlags } from '#main/outbox/queue-flags.ts';
import { createServiceClient } from '#main/service-client/client.ts';
import { createTransport, serviceLimits } from '#main/service-client/transport.ts';
import { openDatabase } from '#main/store/database.ts';
import { createEntryCounts } from '#main/store/entry-counts.ts';
import { readMigrations } from '#main/store/migrations.ts';
import { createSettingStore } from '#main/store/settings.ts';
import { answerReader } from '#test/answer-reader.ts';
import { copyAsKilled } from './killed-copy.ts';
import { answeringJson, silence, startWireServer, type WireServer } from './wire-server.ts';
import { canary, kindNamed, memoryKeychain, putNewDatabase, temporaryFolder } from './workspace-harness.ts';

// A kind that the product does not have: asking a vendor for a tax form, whose path names the vendor.
const taxFormAnswer = z.looseObject({ formId: z.string().nullish() });

const withTaxForms = {
  ...entryKinds,
  tax_form: {
    pathParameters: z.tuple([z.string()]),
    endpoint: ([vendorId = '']) => ({
      method: 'POST',
      path: `/vendors/${encodeURIComponent(vendorId)}/tax-form`,
    }),
    body: z.strictObject({ year: z.number() }),
    answer: {
      resource: taxFormAnswer,
      conclusion: 'queue',
      confirms: (answer) => typeof answer['formId'] === 'string',
      lacks: () => null,
      words(answer) {
        const { formId } = taxFormAnswer.parse(answer);
        return formId == null ? null : { kind: 'verification', requestId: formId };
      },
    },
    mayRepeat: (promises) => promises.resubmittingIsHarmless,
    keepRefusal: (body) => ({ body }),
    isSharedFirst: false,
    doneBefore: null,
    labels: {
      one: 'tax form',
      many: 'tax forms',
      title: 'Tax form',
      accepted: 'Asked',
      request: { thing: 'the request', verb: 'was' },
      doubtHeadline: 'The vendor may have been asked already.',
    },
    screen: 'vendors',
  },
} satisfies Record<string, EntryKindDefinition>;

// The outbox knows kinds by the names in the table that it is given.
const taxForm = kindNamed(withTaxForms, 'tax_form');

const migrations = readMigrations(join(import.meta.dirname, '../../src/main/store/migrations/workspace'));

/** An outbox of these kinds over the database of a folder, with the real client and its own connections. */
async function openOutbox(folder: string, server: WireServer, harmless = false, kinds = withTaxForms) {
  const file = join(folder, 'workspace.db');
  if (!existsSync(file)) putNewDatabase(folder);
  const opened = openDatabase(file, migrations, systemClock);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const { db } = opened;
  const accepted: { id: string; words: AcceptedAnswer }[] = [];
  const store = createEntryStore(
    db,
    createEntryCounts(db),
    kinds,
    randomUUID(),
    ({ id }, words) => void accepted.push({ id, words }),
    Math.random,
  );
  const network = createNetwork(environmentProxies({}), await memoryKeychain());
  const transport = createTransport(server.baseUrl, 2, serviceLimits, network, answerReader);
  const settings = { ...defaultWorkspaceSettings, resubmittingIsHarmless: harmless, concurrency: 2 };
  const client = createServiceClient(transport, systemClock, () => settings, answerReader);
  let rounds = 0;
  const dispatcher = createDispatcher({
    kinds,
    store,
    flags: createQueueFlags(createSettingStore(db)),
    clock: systemClock,
    random: Math.random,
    send: ({ kind, pathParameters, body, idempotencyKey }, token) =>
      client.send(kinds[kind].endpoint(pathParameters), body, idempotencyKey, token),
    judge: (kind, ...of) => Promise.resolve(toOutcome(kinds[kind], ...of)),
    probe: () => client.probe(),
    quickProbe: () => client.probe(),
    heartbeat: (token) => client.heartbeat(token),
    token: () => ({ value: canary, generation: 1 }),
    tokenUnavailableReason: () => null,
    settings: () => ({ ...settings, sendDelayS: 0 }),
    onDamaged: () => false,
    onCommitted: () => void (rounds += 1),
    onBack: () => undefined,
    onEntries: () => undefined,
    onStatus: () => undefined,
    onTokenAccepted: () => undefined,
  });
  onTestFinished(async () => {
    await dispatcher.stop(0, () => transport.close());
    db.close();
  });
  /** Waits for a round that began after now: whatever is due has been claimed by then. */
  const nextRound = async () => {
    const before = rounds;
    dispatcher.wake();
    await vi.waitUntil(() => rounds > before, 20_000);
  };
  return { db, store, dispatcher, accepted, nextRound };
}

type Outbox = Awaited<ReturnType<typeof openOutbox>>;

function enqueue({ store, dispatcher }: Outbox, more: Partial<NewEntry> = {}): string {
  const id = randomUUID();
  const entry = {
    id,
    kind: taxForm,
    pathParameters: ['v 7'],
    body: '{"year":2026}',
    title: 'Kestrel',
    subtitle: '',
    replaces: null,
    ...more,
  };
  store.enqueue(entry, systemClock.wall(), () => undefined);
  dispatcher.enqueued();
  return id;
}

const getEntryState = ({ store }: Outbox, id: string) => store.progress(id)?.state;

async function becomes(outbox: Outbox, id: string, state: string): Promise<void> {
  await vi.waitUntil(() => getEntryState(outbox, id) === state, 20_000);
}

describe('an entry of a kind that was added', () => {
  it('is sent to its own endpoint, and its answer is read as its own', async () => {
    const server = await startWireServer(answeringJson({ formId: 'f-1' }));
    const outbox = await openOutbox(temporaryFolder(), server);
    outbox.dispatcher.start();
    const id = enqueue(outbox);
    await becomes(outbox, id, 'accepted');
    expect(server.posts().map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/vendors/v%207/tax-form', body: '{"year":2026}' },
    ]);
    expect(outbox.accepted).toEqual([{ id, words: { kind: 'verification', requestId: 'f-1' } }]);
    expect(outbox.store.counts()).toMatchObject({ accepted: 1, queued: 0 });
  });

  it('is in doubt after a kill in mid-send, waits for a decision, and goes again under its key when a person says so', async () => {
    const server = await startWireServer(silence);
    const folder = temporaryFolder();
    const killed = await openOutbox(folder, server);
    killed.dispatcher.start();
    const id = enqueue(killed);
    await vi.waitUntil(() => server.posts().length === 1, 20_000);
    const left = copyAsKilled(folder);

    server.behave(answeringJson({ formId: 'f-2' }));
    const outbox = await openOutbox(left, server);
    outbox.dispatcher.start();
    expect(outbox.store.progress(id)).toMatchObject({
      state: 'in_doubt',
      reason: { code: 'closed_while_sending' },
    });
    await outbox.nextRound();
    expect(server.posts()).toHaveLength(1);

    outbox.dispatcher.decide(id, 'sent_again');
    await becomes(outbox, id, 'accepted');
    const [first, second] = server.posts();
    expect(second?.path).toBe(first?.path);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(outbox.accepted).toEqual([{ id, words: { kind: 'verification', requestId: 'f-2' } }]);
  });

  it('goes again unasked after a kill in mid-send where its definition says that this does no harm', async () => {
    const server = await startWireServer(silence);
    const folder = temporaryFolder();
    const killed = await openOutbox(folder, server, true);
    killed.dispatcher.start();
    const id = enqueue(killed);
    const invite = enqueue(killed, { kind: 'invite', pathParameters: [], body: '{"vendor":{}}' });
    await vi.waitUntil(() => server.posts().length === 2, 20_000);

    const outbox = await openOutbox(copyAsKilled(folder), server, true);
    outbox.dispatcher.start();
    expect([getEntryState(outbox, id), getEntryState(outbox, invite)]).toEqual(['waiting', 'in_doubt']);
    server.behave(answeringJson({ formId: 'f-3' }));
    outbox.dispatcher.retryAllNow();
    await becomes(outbox, id, 'accepted');
    expect(server.posts().filter(({ path }) => path === '/vendors')).toHaveLength(1);
  });

  it('waits so that it can be undone, and is counted by its kind', async () => {
    const server = await startWireServer(answeringJson({ formId: 'f-4' }));
    const outbox = await openOutbox(temporaryFolder(), server);
    outbox.dispatcher.start();
    const until = systemClock.wall() + 600_000;
    const id = enqueue(outbox, { notBefore: until });
    await outbox.nextRound();
    expect(outbox.dispatcher.status().delayed).toEqual([{ until, entries: { tax_form: 1 } }]);
    expect(server.posts()).toHaveLength(0);
    outbox.dispatcher.decide(id, 'cancelled');
    expect(getEntryState(outbox, id)).toBe('cancelled');
  });

  it.each([
    ['names another vendor', '["v8"]'],
    ['is no list of texts', '{'],
    ['has too many parts', '["v 7","x"]'],
  ])('is held and not sent where its path was altered on the disk and %s', async (_what, path) => {
    const server = await startWireServer(answeringJson({ formId: 'f-5' }));
    const outbox = await openOutbox(temporaryFolder(), server);
    const id = enqueue(outbox);
    outbox.db.prepare('UPDATE entry SET path_parameters = ? WHERE id = ?').run(path, id);
    outbox.dispatcher.start();
    await becomes(outbox, id, 'rejected');
    expect(outbox.store.progress(id)?.reason).toEqual({ code: 'altered' });
    expect(server.posts()).toHaveLength(0);
  });

  it('is not sent while nothing may be begun, nor once the outbox stops', async () => {
    const held: (() => void)[] = [];
    const accepting = answeringJson({ formId: 'f-6' });
    const server = await startWireServer((request, socket) => {
      held.push(() => {
        accepting(request, socket);
      });
    });
    const outbox = await openOutbox(temporaryFolder(), server);
    const { dispatcher } = outbox;
    const first = enqueue(outbox);
    dispatcher.setSuspended('asleep', true);
    dispatcher.start();
    await outbox.nextRound();
    expect(held).toHaveLength(0);
    dispatcher.setSuspended('asleep', false);
    enqueue(outbox);
    await vi.waitUntil(() => held.length === 2, 20_000);
    const third = enqueue(outbox);
    const stopped = dispatcher.stop(20_000, () => Promise.resolve());
    for (const answer of held) answer();
    await stopped;
    expect(getEntryState(outbox, first)).toBe('accepted');
    expect(getEntryState(outbox, third)).toBe('queued');
    expect(server.posts()).toHaveLength(2);
  });

  it('is not enqueued without what its path needs', async () => {
    const server = await startWireServer(silence);
    const outbox = await openOutbox(temporaryFolder(), server);
    expect(() => enqueue(outbox, { pathParameters: [] })).toThrow();
    expect(outbox.store.counts().queued).toBe(0);
  });
});
