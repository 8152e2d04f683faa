import { describe, expect, it } from 'vitest';
import { entryEvent, entryKind, type EntryReason } from '#shared/outbox/outbox.ts';
import { toDoubt, historyLine, reasonBrief, reasonSentence } from '#shared/words/sentences.ts';

const refused = (body: string, status = 422): EntryReason => ({
  code: 'refused',
  status,
  contentType: null,
  body,
});
const reasons: EntryReason[] = [
  { code: 'unreachable', detail: 'ECONNREFUSED' },
  { code: 'no_answer', detail: 'ECONNRESET' },
  { code: 'closed_while_sending' },
  { code: 'server_error', status: 502, body: '' },
  { code: 'busy', status: 429, waitMs: 360_000 },
  { code: 'busy', status: 429, waitMs: null },
  { code: 'busy', status: 408, waitMs: null },
  { code: 'busy', status: 425, waitMs: 30_000 },
  { code: 'busy', status: 503, waitMs: null },
  refused('{"message":"email is not known"}'),
  refused('', 403),
  refused('<html>no</html>', 400),
  refused('vendor already invited', 409),
  { code: 'redirected', status: 302, location: 'https://other.example.com' },
  { code: 'redirected', status: 302, location: null },
  { code: 'no_request_id', body: '{}' },
  { code: 'web_page', status: 200, contentType: 'text/html', body: '<html>' },
  { code: 'unreadable_answer', status: 200, contentType: 'text/plain', body: 'OK' },
  { code: 'unreachable', detail: 'CERT_HAS_EXPIRED' },
  { code: 'unreachable', detail: 'NETWORK_SIGN_IN' },
  { code: 'token_refused' },
  { code: 'restored_from_backup' },
  { code: 'restored_from_backup', copyAt: Date.UTC(2026, 10, 13, 12) },
];
const unwanted =
  /error occurred|oops|failed to|sync conflict|payload|\brequest\b(?! number)|idempotent|invalid|!|\bwe\b/i;

describe('sentences on why an entry is where it is', () => {
  it('name the real day of the copy that it comes from, in local time', () => {
    const copyAt = new Date(2026, 10, 13, 9, 5).getTime();
    expect(reasonBrief({ code: 'restored_from_backup', copyAt }, 'invite')).toBe(
      'Restored from the copy of Nov 13, 2026',
    );
    expect(reasonSentence({ code: 'restored_from_backup', copyAt }, 'invite')).toContain(
      'the copy of Friday, Nov 13, 2026, 09:05.',
    );
    for (const reason of reasons) expect(reasonSentence(reason, 'invite')).not.toContain('yesterday');
  });

  it.each(entryKind.options.flatMap((kind) => reasons.map((reason) => [kind, reason] as const)))(
    'has plain words for %s %o',
    (kind, reason) => {
      const brief = reasonBrief(reason, kind);
      const sentence = reasonSentence(reason, kind);
      expect(brief).toMatch(/^[A-Z]/);
      expect(brief).not.toMatch(/\.$/);
      expect(sentence).toMatch(/[.:?]$/);
      expect(`${brief} ${sentence}`).not.toMatch(unwanted);
    },
  );

  it('says what may have arrived wherever bytes may have left', () => {
    for (const reason of reasons.slice(1, 4)) {
      expect(toDoubt(reason, 'invite').headline).toBe('The vendor may already have the email.');
      expect(toDoubt(reason, 'verification').headline).toBe(
        'The service may already be verifying these details.',
      );
    }
    expect(reasonSentence({ code: 'unreachable', detail: '' }, 'invite')).toBe(
      'The service can’t be reached. Nothing was sent.',
    );
  });

  it('says in whole minutes how long the service asked to wait', () => {
    expect(reasonBrief({ code: 'busy', status: 429, waitMs: 301_000 }, 'invite')).toBe(
      'Service is busy, asked to wait 6 min',
    );
  });

  it.each([408, 425, 429, 503])('says that %d asked Gangway to wait only where it did', (status) => {
    const without = reasonSentence({ code: 'busy', status, waitMs: null }, 'invite');
    expect(without).not.toContain('asked Gangway');
    expect(without).toMatch(/^The service [a-z’ ]+\. Nothing was accepted\.$/);
    const withWait = reasonSentence({ code: 'busy', status, waitMs: 120_000 }, 'invite');
    expect(withWait).toContain('and asked Gangway to wait 2 min. Nothing was accepted.');
  });

  it('has a different sentence for each status that asks for another try later', () => {
    const sentences = [408, 425, 429, 503].map((status) =>
      reasonSentence({ code: 'busy', status, waitMs: null }, 'invite'),
    );
    expect(new Set(sentences).size).toBe(4);
  });

  it('has a title for everything that can happen to an entry', () => {
    for (const event of [...entryEvent.options, 'enqueued' as const]) {
      for (const kind of entryKind.options) {
        const line = historyLine({ at: 0, event, attempt: 1, reason: null }, kind);
        expect(line.title).toMatch(/^[A-Z]/);
        expect(`${line.title} ${line.sentence ?? ''}`).not.toMatch(unwanted);
      }
    }
  });
});

describe('a refusal', () => {
  it('with a success says that it was refused, and no status that means something else', () => {
    const reason = refused('{"success":false,"message":"No such trade"}', 200);
    expect(reasonBrief(reason, 'verification')).toBe('Refused by the service');
    expect(reasonSentence(reason, 'verification')).toBe('The service refused this. It said:');
    expect(reasonBrief(refused('{}', 422), 'verification')).toBe('Refused with 422');
  });

  it('quotes in the history what it says of the fields', () => {
    const reason = refused('{"message":"Not valid","errors":{"vendor.email":["is wrong"]}}');
    expect(historyLine({ at: 0, event: 'refused', attempt: 1, reason }, 'invite').sentence).toBe(
      'It said: Not valid; Vendor email: is wrong',
    );
  });
});
