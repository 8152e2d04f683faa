import type { FuzzTarget } from './target.ts';
import { answers } from './targets/answers.ts';
import { ipcCalls } from './targets/calls.ts';
import { deepLinks } from './targets/links.ts';
import { lists } from './targets/lists.ts';
import { retryAfter } from './targets/retry-after.ts';
import { workspaceFiles } from './targets/workspace-files.ts';

/** Everything that takes what comes from outside. */
export const fuzzTargets: readonly FuzzTarget[] = [
  ipcCalls,
  answers,
  deepLinks,
  lists,
  retryAfter,
  workspaceFiles,
];
