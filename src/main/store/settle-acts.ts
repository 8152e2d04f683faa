import type { Database } from 'better-sqlite3';
import { getSubjectKind, toItem, type Act } from '#shared/team/acts.ts';
import { inTransaction } from './query.ts';
import type { SharedRules } from './shared-rules.ts';
import type { TakenAct, TeamLog } from './team-log.ts';

/** Vendors, documents by their job IDs, and entries, of which something may have changed. */
export type Touched = Record<ReturnType<typeof getSubjectKind>, string[]>;

type ActStores = Record<
  | 'documents'
  | 'notes'
  | 'decisions'
  | 'onboardingRecords'
  | 'colleaguesEntries'
  | 'knownVendors'
  | 'watches',
  { settle: (about: Act) => void }
> & {
  rules: Pick<SharedRules, 'settle'>;
  notes: { settleTaken: (taken: readonly TakenAct[]) => void };
  knownVendors: { keepUp: () => void };
  sharedEntries: { keepUp: () => void };
};

/** Brings acts of the log into effect, each by the store of its kind. */
export function createActSettler(db: Database, log: TeamLog, stores: ActStores) {
  function settleOne(act: Act): void {
    switch (act.kind) {
      case 'note':
      case 'note_removed':
      case 'follow_up':
        stores.notes.settle(act);
        break;
      case 'document':
      case 'document_vendor':
        stores.documents.settle(act);
        break;
      case 'decision':
      case 'decision_undone':
        stores.decisions.settle(act);
        break;
      case 'waiver':
      case 'attestation':
      case 'exception_ended':
      case 'tag':
      case 'language':
      case 'assigned_to':
      case 'valid_until':
        stores.onboardingRecords.settle(act);
        break;
      case 'invite':
      case 'verification':
      case 'entry_state':
        stores.colleaguesEntries.settle(act);
        break;
      case 'vendor':
        stores.knownVendors.settle(act);
        break;
      case 'result':
        stores.watches.settle(act);
        break;
      case 'requirement_set':
      case 'message_template':
      case 'letter_template':
        stores.rules.settle(act);
        break;
    }
  }

  const settleAll = (acts: readonly Act[]): void => {
    const byItem = new Map(acts.map((act) => [toItem(act), act]));
    for (const act of byItem.values()) settleOne(act);
  };

  /** A vendor's notes are many, and most that are pulled are the latest. */
  function settleTaken(acts: readonly TakenAct[]): void {
    const isNote = (act: Act) => toItem(act).startsWith('notes ');
    const byVendor = Map.groupBy(acts.filter(isNote), ({ subject }) => subject);
    for (const some of byVendor.values()) stores.notes.settleTaken(some);
    settleAll(acts.filter((act) => !isNote(act)));
  }

  function settleDue(): Act[] {
    const acts = log.takeDue();
    settleAll(acts);
    return acts;
  }

  function listTouched(acts: readonly Act[]): Touched {
    const list = (some: readonly Act[] = []) => [...new Set(some.map(({ subject }) => subject))];
    const { documents, vendors, entries, rules } = Object.groupBy(acts, getSubjectKind);
    return {
      documents: list(documents),
      vendors: list(vendors),
      entries: list(entries),
      rules: list(rules),
    };
  }

  return {
    /** Settles what was done to vendors that got an ID, and to documents that became known. */
    settleDue(): void {
      stores.sharedEntries.keepUp();
      stores.knownVendors.keepUp();
      if (log.hasDue()) inTransaction(db, settleDue);
    },
    /** Settles what acts are about that are known by now, or have another clock. */
    settle: (acts: readonly Act[]): Touched =>
      inTransaction(db, () => {
        settleAll(acts);
        return listTouched([...acts, ...settleDue()]);
      }),
    /** Settles what pulled acts are about; in the transaction that pulled them. */
    settleTaken: (acts: readonly TakenAct[]): Touched =>
      inTransaction(db, () => {
        settleTaken(acts);
        return listTouched([...acts, ...settleDue()]);
      }),
  };
}
