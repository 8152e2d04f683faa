import { getErrorName } from '#shared/base/error-name.ts';
import { handlingFaults, noticingJumps, type Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { isUnreadable } from '../store/damage.ts';
import { toProblem } from '../store/database.ts';
import { markSuspect } from '../store/integrity.ts';
import type { WorkspaceEvents } from './events.ts';

/** Handles errors of an open workspace: damage of its data closes it. */
export function createFaults(file: string, machineClock: Clock, log: Log, events: WorkspaceEvents) {
  let damaged = false;
  function closeForDamage(): true {
    if (damaged) return true;
    damaged = true;
    events.emit('damageMet');
    log.write('damage_met');
    try {
      markSuspect(file);
    } catch (noteError) {
      // The damage will be found again.
      log.write('damage_not_noted', { error: getErrorName(noteError) });
    }
    events.emit('damaged');
    return true;
  }
  /** Handles an error that says that the file is damaged; false for any other. */
  function damageMet(error: unknown): boolean {
    return toProblem(error)?.kind === 'damaged' && closeForDamage();
  }
  /** Handles also a row that is not what was written. */
  function faultMet(error: unknown): boolean {
    return damageMet(error) || (isUnreadable(error) && closeForDamage());
  }
  /** Logs an error, and handles damage. */
  function fault(event: string, error: unknown): void {
    log.write(event, { error: getErrorName(error) });
    damageMet(error);
  }
  return {
    clock: noticingJumps(handlingFaults(machineClock, faultMet), (byMs) => {
      events.emit('clockSet', byMs);
    }),
    damageMet,
    faultMet,
    closeForDamage,
    fault,
    /** A handler that logs errors as this event. */
    reportAs:
      (event: string) =>
      (error: unknown): void => {
        fault(event, error);
      },
  };
}
