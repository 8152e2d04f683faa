import { column } from './column.ts';
import type { Edit } from './project-copy.ts';

/** A worked example of CONTRIBUTING.md, as a change of the project. */
export interface Example {
  /** The heading of the section. */
  title: string;
  /** The changes in the section's order. `missing` is what says so where a step is not done yet; null where nothing does. */
  steps: { edit: Edit; missing?: RegExp }[];
  /** A test that passes once all is done. */
  test: { file: string; put: string };
}

export const examples: readonly Example[] = [column];
