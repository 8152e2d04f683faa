import { rmSync } from 'node:fs';
import { temporaryFolder } from './processes.ts';

/** Names the environment variable that tells the workers of a run the folder that they share. */
export const sharedFolderVariable = 'GANGWAY_TEST_SHARED_FOLDER';

/** Makes the folder before the workers of a run start; Playwright calls what this gives when they have ended. */
export default function makeSharedFolder(): () => void {
  const folder = temporaryFolder('e2e');
  process.env[sharedFolderVariable] = folder;
  return () => rmSync(folder, { recursive: true });
}
