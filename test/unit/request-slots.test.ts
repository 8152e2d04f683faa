import { describe, expect, it } from 'vitest';
import { createRequestSlots } from '#main/outbox/request-slots.ts';

/** A promise that the test settles. */
function open() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, resolve };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

function situation(limit: number) {
  const sending = { underWay: 0, wantsMore: false };
  let canRead = true;
  let freed = 0;
  const slots = createRequestSlots({
    limit: () => limit,
    sending: () => sending,
    canRead: () => canRead,
    onFree: () => (freed += 1),
  });
  const begun: string[] = [];
  function read(name: string, asked = false) {
    const held = open();
    const ask = async () => {
      begun.push(name);
      await held.promise;
      return name;
    };
    const outcome = slots.read(ask, asked, name);
    return {
      outcome,
      async end() {
        held.resolve();
        await settled();
      },
    };
  }
  return {
    slots,
    sending,
    begun,
    read,
    freed: () => freed,
    forbid: () => (canRead = false),
  };
}

describe('the slots for requests that are under way at once', () => {
  it('hold readings back beyond the limit, and give each place that is free to the next', async () => {
    const { slots, begun, read } = situation(2);
    const first = read('one');
    read('two');
    read('three');
    expect(begun).toEqual(['one', 'two']);
    expect(slots.forSending()).toBe(0);
    await first.end();
    expect(await first.outcome).toBe('one');
    expect(begun).toEqual(['one', 'two', 'three']);
  });

  it('leave to sending what reading does not hold', () => {
    const { slots, read } = situation(4);
    expect(slots.forSending()).toBe(4);
    read('one');
    expect(slots.forSending()).toBe(3);
  });

  it('give reading one place while much is to be sent, and the others to sending', async () => {
    const { slots, sending, begun, read, freed } = situation(4);
    Object.assign(sending, { underWay: 4, wantsMore: true });
    const first = read('one');
    read('two');
    expect(begun).toEqual([]);
    expect(slots.forSending()).toBe(3);
    sending.underWay = 3;
    slots.wake();
    expect(begun).toEqual(['one']);
    expect(slots.forSending()).toBe(3);
    await first.end();
    expect(begun).toEqual(['one', 'two']);
    expect(freed()).toBe(1);
  });

  it('keep the only place for sending as long as it wants it', () => {
    const { slots, sending, begun, read } = situation(1);
    Object.assign(sending, { underWay: 0, wantsMore: true });
    read('one');
    expect(slots.forSending()).toBe(1);
    expect(begun).toEqual([]);
    sending.wantsMore = false;
    slots.wake();
    expect(begun).toEqual(['one']);
  });

  it('are not waited for by what a person asked, and are fewer for the others then', () => {
    const { slots, sending, begun, read } = situation(2);
    Object.assign(sending, { underWay: 2, wantsMore: true });
    read('by itself');
    read('asked', true);
    expect(begun).toEqual(['asked']);
    expect(slots.forSending()).toBe(1);
    sending.underWay = 1;
    slots.wake();
    expect(begun).toEqual(['asked']);
  });

  it('are not given to readings that waited once nothing may be read any more', async () => {
    const { slots, sending, begun, read, forbid } = situation(1);
    sending.underWay = 1;
    const waiting = read('by itself');
    forbid();
    sending.underWay = 0;
    slots.wake();
    expect(await waiting.outcome).toBeNull();
    expect(begun).toEqual([]);
  });

  it('are nobody’s once they are closed, and who waited is told so', async () => {
    const { slots, sending, begun, read } = situation(1);
    sending.underWay = 1;
    const waiting = read('by itself');
    slots.close();
    sending.underWay = 0;
    slots.wake();
    expect(await waiting.outcome).toBeNull();
    expect(await read('late', true).outcome).toBeNull();
    expect(begun).toEqual([]);
  });

  it('free the place of a reading that fails', async () => {
    const { slots, begun, read } = situation(1);
    const failing = slots.read(() => Promise.reject(new Error('broken')), false);
    read('next');
    await expect(failing).rejects.toThrow('broken');
    await settled();
    expect(begun).toEqual(['next']);
  });

  it('are not waited for any longer once a person wants what waits, and are fewer for the others then', async () => {
    const { slots, sending, begun, read } = situation(2);
    Object.assign(sending, { underWay: 2, wantsMore: true });
    read('one');
    const wanted = read('two');
    slots.expedite('two');
    slots.expedite('two');
    slots.expedite('nothing that waits');
    expect(begun).toEqual(['two']);
    expect(slots.forSending()).toBe(1);
    await wanted.end();
    expect(await wanted.outcome).toBe('two');
    sending.underWay = 1;
    slots.wake();
    expect(begun).toEqual(['two', 'one']);
  });

  it('are not given to anybody who hurries once they are closed', async () => {
    const { slots, sending, begun, read } = situation(1);
    sending.underWay = 1;
    const waiting = read('one');
    slots.close();
    slots.expedite('one');
    expect(await waiting.outcome).toBeNull();
    expect(begun).toEqual([]);
  });
});
