import { describe, expect, it } from 'vitest';
import { lookUpLine, lookUpWait } from '#shared/words/look-up-labels.ts';

const time = () => '2:41 PM';

describe('what a line of a look-up says', () => {
  const waiting = {
    outcome: 'waiting',
    detail: 'The service has a problem (500).',
    nextAt: 200,
    tries: 2,
  } as const;

  it('names the trouble, the time of the next try, and which one that is', () => {
    expect(lookUpLine(waiting, 100, time)).toBe(
      'The service has a problem (500). Next attempt 2:41 PM (3 of 5).',
    );
  });

  it('counts no tries where the trouble is not with this vendor', () => {
    expect(lookUpLine({ ...waiting, tries: 0 }, 100, time)).toBe(
      'The service has a problem (500). Next attempt 2:41 PM.',
    );
  });

  it('says that it is asked soon once the time has come', () => {
    expect(lookUpLine(waiting, 300, time)).toBe(
      'The service has a problem (500). Next attempt soon (3 of 5).',
    );
    const unknown = { ...waiting, outcome: 'unknown' } as const;
    expect(lookUpLine(unknown, 300, time)).toBe('Not there yet, next check soon.');
    expect(lookUpLine(unknown, 100, time)).toBe('Not there yet, next check at 2:41 PM.');
  });

  it('keeps to what was said where it is not asked for again', () => {
    expect(lookUpLine({ ...waiting, outcome: 'unknown', nextAt: null, detail: 'So.' }, 100, time)).toBe(
      'So.',
    );
  });
});

describe('what a look-up waits for', () => {
  it('has a time where the service named one', () => {
    expect(lookUpWait({ kind: 'busy', until: 5 }, time)).toBe(
      'The service is busy and asked Gangway to wait. This continues after 2:41 PM, when the service answers.',
    );
    expect(lookUpWait({ kind: 'redirected', location: 'https://a.example/', until: 5 }, time)).toBe(
      'The service points to another address, which Gangway does not follow with your token. This continues after 2:41 PM, when the service answers.',
    );
  });

  it('says what keeps the network from reaching it', () => {
    expect(lookUpWait({ kind: 'offline', since: 1, detail: 'ENOTFOUND' }, time)).toBe(
      'The service can’t be reached. This continues when the service can be reached.',
    );
  });
});
