import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canUndo,
  entryDecision,
  entryEvent,
  entryState,
  groupStates,
  needsPersonStates,
  nextState,
  transitions,
  unsentStates,
  type EntryEvent,
  type EntryState,
} from '#shared/outbox/outbox.ts';

/** The legal steps as the design has them; whatever is not here must not happen. */
const legal: [EntryState, EntryEvent, EntryState][] = [
  ['queued', 'claimed', 'sending'],
  ['queued', 'cancelled', 'cancelled'],
  ['queued', 'outcome_unknown', 'in_doubt'],
  ['queued', 'altered', 'rejected'],
  ['sending', 'accepted', 'accepted'],
  ['sending', 'refused', 'rejected'],
  ['sending', 'outcome_unknown', 'in_doubt'],
  ['sending', 'postponed', 'waiting'],
  ['sending', 'unauthorised', 'queued'],
  ['sending', 'gave_up', 'dead'],
  ['waiting', 'claimed', 'sending'],
  ['waiting', 'retried_now', 'queued'],
  ['waiting', 'cancelled', 'cancelled'],
  ['waiting', 'outcome_unknown', 'in_doubt'],
  ['waiting', 'altered', 'rejected'],
  ['in_doubt', 'sent_again', 'queued'],
  ['in_doubt', 'marked_as_sent', 'accepted'],
  ['in_doubt', 'cancelled', 'cancelled'],
  ['rejected', 'marked_as_sent', 'accepted'],
  ['rejected', 'cancelled', 'cancelled'],
  ['rejected', 'corrected', 'cancelled'],
  ['dead', 'retried_now', 'queued'],
  ['dead', 'cancelled', 'cancelled'],
  ['dead', 'corrected', 'cancelled'],
];
const decisions: EntryEvent[] = ['cancelled', 'corrected', 'sent_again', 'marked_as_sent', 'retried_now'];

describe('the table of transitions', () => {
  it.each(entryState.options.flatMap((from) => entryEvent.options.map((event) => [from, event] as const)))(
    'from %s by %s leads where the design says, or nowhere',
    (from, event) => {
      const expected = legal.find(([state, by]) => state === from && by === event)?.[2] ?? null;
      expect(nextState(from, event)).toBe(expected);
    },
  );

  it('lets nothing but a person take an entry out of doubt', () => {
    for (const event of Object.keys(transitions.in_doubt)) expect(decisions).toContain(event);
  });

  it('is walked back by undo, along the step of the decision and nowhere else', () => {
    for (const before of entryState.options) {
      for (const decision of entryDecision.options) {
        for (const now of entryState.options) {
          const made = legal.some(([from, by, to]) => from === before && by === decision && to === now);
          expect(canUndo(before, decision, now)).toBe(made);
        }
      }
    }
  });

  it('never leads out of accepted or cancelled other than by undo', () => {
    expect(transitions.accepted).toEqual({});
    expect(transitions.cancelled).toEqual({});
  });

  it('keeps an entry that is being sent from being cancelled', () => {
    expect(nextState('sending', 'cancelled')).toBeNull();
  });

  it('never sends an invite again after it was in doubt without a decision in between', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...entryEvent.options), { maxLength: 60 }), (happened) => {
        let state: EntryState = 'queued';
        let undecided = false;
        for (const event of happened) {
          const next = nextState(state, event);
          if (next === null) continue;
          if (decisions.includes(event)) undecided = false;
          if (next === 'in_doubt') undecided = true;
          expect(next === 'sending' && undecided).toBe(false);
          state = next;
        }
      }),
    );
  });

  it('leaves a way on from every state that waits for a person', () => {
    for (const state of needsPersonStates) {
      expect(Object.keys(transitions[state]).length).toBeGreaterThan(0);
    }
  });
});

describe('the groups of the outbox', () => {
  it('hold every state exactly once', () => {
    expect(Object.values(groupStates).flat().toSorted()).toEqual(entryState.options.toSorted());
  });

  it('call unsent what has not left and needs no person', () => {
    expect(unsentStates.toSorted()).toEqual(['queued', 'sending', 'waiting']);
    expect(unsentStates.filter((state) => needsPersonStates.includes(state))).toEqual([]);
  });
});
