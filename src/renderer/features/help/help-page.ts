/** A page of the help, see docs/decisions/help-inside-the-app.md. Texts may name a shortcut as `{pause}`; the key that it has now is shown in its place. */
export interface HelpPage {
  /** What the screen is for, in a few sentences. */
  about: string;
  /** What words and marks on it mean. */
  words: readonly { word: string; meaning: string }[];
  /** The parts of the sheet of shortcuts that count there. */
  keys: readonly string[];
  /** What to do when something happens. */
  questions: readonly { when: string; what: string }[];
}
