/** Thrown where a task cannot go on and one sentence tells the person why and what to do. */
export class CannotGoOn extends Error {
  readonly exitCode: number;

  /**
   * @param message the sentence to show
   * @param exitCode what the task ends with
   */
  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'CannotGoOn';
    this.exitCode = exitCode;
  }
}
