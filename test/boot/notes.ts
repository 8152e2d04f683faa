import { z } from 'zod';

/** Something that the app did to Electron, in order; `ready` says whether the app was ready by then. */
export const note = z.object({ what: z.string(), ready: z.boolean(), detail: z.unknown() });
export type Note = z.infer<typeof note>;

/** What a test asks of the app under test, and what comes back. */
export const question = z.object({ id: z.number(), name: z.string(), input: z.unknown() });
export const told = z.union([
  z.object({ noted: note }),
  z.object({ id: z.number(), value: z.unknown() }),
  z.object({ id: z.number(), failure: z.string() }),
]);

/** How the fake of Electron stands at the start of the app. */
export const bootSituation = z.object({
  packaged: z.boolean(),
  /** Whether this is the only Gangway that runs. */
  onlyInstance: z.boolean(),
  /** The folder with what belongs to the installed app besides its archive. */
  resources: z.string(),
  /** The system that the app finds itself on; the test's own where none is said. */
  platform: z.enum(['win32', 'darwin']).optional(),
});
export type BootSituation = z.infer<typeof bootSituation>;

/** Carries the situation, as JSON, to the process with the app. */
export const situationVariable = 'GANGWAY_BOOT_SITUATION';
