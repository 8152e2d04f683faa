/** Colors of the window's frame before and around the page: those of the page's own surface and text. */
export interface FrameColours {
  color: string;
  symbolColor: string;
}

/** The frame's colors (style guide, `--surface` and `--text`). */
export function frameColours(dark: boolean): FrameColours {
  return dark ? { color: '#1d1c19', symbolColor: '#edeae4' } : { color: '#ffffff', symbolColor: '#1d1b18' };
}

/** One point less than the bar, whose lower edge is a line. */
export const frameHeight = 43;
