import { describe, expect, it, onTestFinished } from 'vitest';
import { endpoints } from '#shared/service/operations.ts';
import { systemClock } from '#main/clock.ts';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import { createServiceClient } from '#main/service-client/client.ts';
import { createTransport, serviceLimits } from '#main/service-client/transport.ts';
import { answerReader } from '#test/answer-reader.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { canary, memoryKeychain } from './workspace-harness.ts';
import { defaultServiceInterface } from '#shared/settings/settings.ts';

/** Sends the same invite twice under a key; the keys as they came, and what became of the attempts. */
async function sentUnder(key: string) {
  const server = await startWireServer(answeringJson({ vendorStatus: 'Invited' }));
  const network = createNetwork(environmentProxies({}), await memoryKeychain());
  const transport = createTransport(server.baseUrl, 1, serviceLimits, network, answerReader);
  onTestFinished(() => transport.close());
  const settings = { ...defaultServiceInterface, sendTimeoutS: 10, readTimeoutS: 10 };
  const client = createServiceClient(transport, systemClock, () => settings, answerReader);
  const send = () => client.send(endpoints.inviteVendor(), '{"vendor":{}}', key, canary);
  const kinds = [(await send()).kind, (await send()).kind];
  return { kinds, keys: server.posts().map(({ headers }) => headers['idempotency-key']) };
}

describe('the Idempotency-Key of an entry', () => {
  it.each([
    ['3f0c-7', '"3f0c-7"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
  ])('is its key, as a structured-field string: %s', async (key, sent) => {
    expect((await sentUnder(key)).keys).toEqual([sent, sent]);
  });

  it.each([
    ['letters that no header has', 'ключ'],
    ['a line break', 'a\r\nx: y'],
    ['nothing', ''],
    ['10,000 characters', 'k'.repeat(10_000)],
  ])(
    'is a hash of it where it has %s, the same at each attempt, and the entry is sent',
    async (_what, key) => {
      const { kinds, keys } = await sentUnder(key);
      expect(kinds).toEqual(['answered', 'answered']);
      expect(keys[0]).toMatch(/^"[0-9a-f]{64}"$/);
      expect(keys[1]).toBe(keys[0]);
    },
  );
});
