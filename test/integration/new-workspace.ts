import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { systemClock } from '#main/clock.ts';
import { openDatabase } from '#main/store/database.ts';
import { readMigrations } from '#main/store/migrations.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of a workspace in which nothing is yet, to be copied. */
    newWorkspace: string;
  }
}

const migrations = join(import.meta.dirname, '..', '..', 'src', 'main', 'store', 'migrations', 'workspace');

/** Makes the database that new workspaces of tests begin with, once in a run; vitest calls what this gives at the end. */
export default function makeNewWorkspace(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-new-workspace-'));
  const file = join(folder, 'workspace.db');
  const opened = openDatabase(file, readMigrations(migrations), systemClock);
  if (!opened.ok) throw new Error(`The database does not open: ${JSON.stringify(opened.problem)}`);
  opened.db.close();
  project.provide('newWorkspace', file);
  return () => rmSync(folder, { recursive: true });
}
