import { createFindings, type ServiceFuzzReport } from './findings.ts';
import { liveDay } from './day.ts';

const daysAtOnce = 3;
/** A day that cannot be lived through says all there is to say; the next ones would, too. */
const maxFaults = 20;

/**
 * Lives through days with services of all kinds until so many answers were given in generated ways, each operation's
 * among them.
 * @param note is told how far it is, and at the end what was found
 */
export async function runServiceFuzz(
  cases: number,
  seed: number,
  note: (line: string) => void,
): Promise<ServiceFuzzReport> {
  const findings = createFindings(seed);
  const onFault = (error: unknown) => {
    findings.fault(`not handled: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  process.on('unhandledRejection', onFault);
  process.on('uncaughtException', onFault);
  try {
    const enough = () =>
      findings.report.cases >= cases && Object.values(findings.report.ways).every((met) => met > 0);
    let day = 0;
    const liveOn = async () => {
      while (!enough() && findings.report.faults <= maxFaults) {
        day += 1;
        if (day % 10 === 0) note(`day ${day}, ${findings.report.cases} of ${cases} cases`);
        try {
          await liveDay(day, seed, enough, findings);
        } catch (error) {
          onFault(error);
        }
      }
    };
    // A day waits for the wire most of the time.
    await Promise.all(Array.from({ length: Math.min(daysAtOnce, cases) }, liveOn));
  } finally {
    process.off('unhandledRejection', onFault);
    process.off('uncaughtException', onFault);
  }
  for (const line of findings.notes) note(line);
  return findings.report;
}
