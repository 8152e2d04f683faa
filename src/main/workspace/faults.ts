import { getErrorName } from '#shared/base/error-name.ts';
import { handlingFaults, noticingJumps, type Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { isUnreadable } from '../store/damage.ts';
import { toProblem } from '../store/database.ts';
import { markSuspect } from '../store/integrity.ts';
import type { WorkspaceEvents } from './events.ts';

/** What goes wrong in an open workspace, and whether that is damage of its data. */
export interface Faults {
  /** The clock, whose timers hand what goes wrong in them on to here. */
  readonly clock: Clock;
  /** Takes an error that says that the file is damaged; false where it says something else. */
  readonly damageMet: (error: unknown) => boolean;
  /** The same where nobody else would take it: there, a row that is not what was written ends in this too. */
  readonly faultMet: (error: unknown) => boolean;
  /** Damage was found by reading. */
  readonly closeForDamage: () => void;
  /** Writes down what went wrong, and takes it where it is damage. */
  readonly fault: (event: string, error: unknown) => void;
}

export function createFaults(file: string, machineClock: Clock, log: Log, events: WorkspaceEvents): Faults {
  let damaged = false;
  function closeForDamage(): true {
    if (damaged) return true;
    damaged = true;
    events.emit('damageMet');
    log.write('damage_met');
    try {
      markSuspect(file);
    } catch (noteError) {
      // What is damaged is met again.
      log.write('damage_not_noted', { error: getErrorName(noteError) });
    }
    events.emit('damaged');
    return true;
  }
  function damageMet(error: unknown): boolean {
    return toProblem(error)?.kind === 'damaged' && closeForDamage();
  }
  function faultMet(error: unknown): boolean {
    return damageMet(error) || (isUnreadable(error) && closeForDamage());
  }
  return {
    clock: noticingJumps(handlingFaults(machineClock, faultMet), (byMs) => {
      events.emit('clockSet', byMs);
    }),
    damageMet,
    faultMet,
    closeForDamage,
    fault(event, error) {
      log.write(event, { error: getErrorName(error) });
      damageMet(error);
    },
  };
}
