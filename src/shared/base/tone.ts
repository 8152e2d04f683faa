export type Tone = 'pos' | 'cau' | 'neg' | 'prog' | 'neu';

export type ChipIcon =
  | 'pencil'
  | 'clock'
  | 'cloud-off'
  | 'circle-arrow-up'
  | 'timer'
  | 'lock'
  | 'circle-question-mark'
  | 'octagon-x'
  | 'octagon-pause'
  | 'check'
  | 'loader'
  | 'circle-check'
  | 'ban'
  | 'pause'
  | 'equal-not'
  | 'mail'
  | 'history'
  | 'triangle-alert';

export interface RowChip {
  icon: ChipIcon;
  word: string;
  tone: Tone;
  /** Only what acts now or needs a person is filled. */
  filled: boolean;
  sentence: string;
}
