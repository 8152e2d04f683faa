/** The frame's colors: the page's own (style guide, `--surface` and `--text`). */
export const frameColours = (dark: boolean): { color: string; symbolColor: string } =>
  dark ? { color: '#1d1c19', symbolColor: '#edeae4' } : { color: '#ffffff', symbolColor: '#1d1b18' };

/** The bar's height without its lower line. */
export const frameHeight = 43;
