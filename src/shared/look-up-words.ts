import type { LookUpOutcome } from './ipc/look-ups.ts';

/** What became of an id that was looked up, in a word or two. */
export const lookUpWords: Record<LookUpOutcome, string> = {
  waiting: 'Waiting',
  found: 'Found',
  unknown: 'Not known',
  not_an_id: 'Not an ID',
  refused: 'Refused',
  unreadable: 'Not readable',
  gave_up: 'Stopped trying',
  cancelled: 'Cancelled',
};
