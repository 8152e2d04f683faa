import type { LucideIcon } from 'lucide-react';

export interface Command {
  id: string;
  title: string;
  /** Other words that it is found by. */
  words?: readonly string[];
  icon: LucideIcon;
  keys?: string;
  /** Why it cannot be done now, in a sentence; null or left out where it can. */
  blocked?: string | null;
  /** Says what went wrong in a sentence, or null where something can. */
  run: () => Promise<string | null> | void;
}
