import { column } from './column.ts';
import { field } from './field.ts';
import { requirement } from './requirement.ts';
import { setting } from './setting.ts';
import type { Edit } from './project-copy.ts';

/** A worked example of CONTRIBUTING.md, as a change of the project. */
export interface Example {
  /** The heading of the section. */
  title: string;
  /**
   * The changes in the section's order. Where a step is not done yet, the compiler says `missing`, or the test `missed` fails
   * with what it says.
   */
  steps: { edit: Edit; missing?: RegExp; missed?: { test: string; says: RegExp } }[];
  /** A test that passes once all is done. */
  test: { file: string; put: string };
}

export const examples: readonly Example[] = [field, column, setting, requirement];
