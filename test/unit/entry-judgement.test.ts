import { describe, expect, it } from 'vitest';
import { rowChip } from '#shared/words/chip.ts';
import { entryKind, entryReason, entryState, type EntryReason } from '#shared/outbox/outbox.ts';
import { toDoubt, historyLine, reasonBrief, reasonSentence } from '#shared/words/sentences.ts';

const reasons: EntryReason[] = [
  { code: 'unreachable', detail: 'ECONNREFUSED' },
  { code: 'no_answer', detail: 'ECONNRESET' },
  { code: 'closed_while_sending' },
  { code: 'server_error', status: 500, body: '' },
  { code: 'busy', status: 503, waitMs: null },
  { code: 'refused', status: 422, contentType: null, body: '' },
  { code: 'web_page', status: 200, contentType: 'text/html', body: '<html>' },
  { code: 'unreadable_answer', status: 200, contentType: null, body: 'OK' },
  { code: 'answer_not_clear', status: 200, contentType: null, body: '{}', doubts: [] },
  { code: 'redirected', status: 307, location: null },
  { code: 'no_request_id', body: '{}' },
  { code: 'token_refused' },
  { code: 'restored_from_backup', copyAt: 0 },
  { code: 'moved_here' },
  { code: 'altered' },
  { code: 'invited_by_colleague', colleague: 'Dana', at: 0, state: 'sent', known: 1 },
];
const doubts = reasons.filter(({ code }) =>
  [
    'no_answer',
    'closed_while_sending',
    'server_error',
    'web_page',
    'unreadable_answer',
    'answer_not_clear',
    'no_request_id',
    'restored_from_backup',
    'moved_here',
  ].includes(code),
);
const online = { kind: 'online' } as const;

function everythingSaid(kind: (typeof entryKind.options)[number], reason: EntryReason): string[] {
  const entry = {
    kind,
    state: 'in_doubt',
    reason,
    attempts: 1,
    nextAt: null,
    markedByPerson: false,
  } as const;
  const chip = rowChip(entry, online, { settled: false, time: String, due: false });
  const doubt = toDoubt(reason, kind);
  const item = { at: 0, event: 'outcome_unknown', attempt: 1, reason } as const;
  const line = historyLine(item, kind);
  return [
    chip.word,
    chip.sentence,
    doubt.headline,
    doubt.sentence,
    line.title,
    line.sentence ?? '',
    reasonBrief(reason, kind),
    reasonSentence(reason, kind),
  ];
}

describe('everything that is said of an entry in doubt', () => {
  it('knows a sentence for each reason that there is', () => {
    expect(reasons.map(({ code }) => code).toSorted()).toEqual(
      entryReason.options.map((option) => option.shape.code.value).toSorted(),
    );
  });

  describe.each(entryKind.options)('for an entry of kind %s', (kind) => {
    it.each(doubts)(
      'comes from its reason, and blames a connection only where one broke: $code',
      (reason) => {
        const said = everythingSaid(kind, reason).join(' ');
        expect(/did not reply/i.test(said)).toBe(reason.code === 'no_answer');
        expect(/accepted/i.test(said)).toBe(reason.code === 'no_request_id');
        // Nobody knows that.
        expect(said).not.toContain('does no harm');
        expect(said).not.toContain('Nothing was sent');
      },
    );

    it.each(doubts)('is the same in its chip and in its detail: $code', (reason) => {
      const entry = {
        kind,
        state: 'in_doubt',
        reason,
        attempts: 1,
        nextAt: null,
        markedByPerson: false,
      } as const;
      const { headline, sentence } = toDoubt(reason, kind);
      expect(rowChip(entry, online, { settled: false, time: String, due: false }).sentence).toBe(
        `${headline} ${sentence}`,
      );
      expect(sentence).toContain(reasonSentence(reason, kind));
    });
  });

  it('speaks of the vendor’s email for invites alone, and of details for verifications alone', () => {
    for (const reason of doubts) {
      expect(everythingSaid('verification', reason).join(' ')).not.toMatch(/e-?mail|invite|vendor/i);
      expect(everythingSaid('invite', reason).join(' ')).not.toMatch(/verif|license|license/i);
    }
  });

  it('has a chip for every state, whatever the reason', () => {
    for (const kind of entryKind.options)
      for (const state of entryState.options)
        for (const reason of [null, ...reasons]) {
          const entry = { kind, state, reason, attempts: 1, nextAt: 1, markedByPerson: false };
          expect(rowChip(entry, online, { settled: false, time: String, due: false }).sentence).not.toBe('');
        }
  });
});
