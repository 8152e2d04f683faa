import { describe, it } from 'vitest';
import { hasPostgres } from './postgres.ts';

/** Tests that need a server; where none is installed, one line says that they are skipped. */
export function describeWithPostgres(name: string, tests: () => void): void {
  if (hasPostgres) describe(name, tests);
  else it.skip(`${name}: PostgreSQL is not installed here`);
}
