import type { Plugin } from 'vite';

const otherLanguages =
  /\/react-(?:aria|aria-components|stately)\/.*\/intl\/(?:.*\/)?(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/;

/** The screens speak US English alone, and so does what React Aria says of them to screen readers, whatever the system speaks. */
export function oneLanguage(): Plugin {
  return {
    name: 'gangway-one-language',
    load: { filter: { id: otherLanguages }, handler: () => "export { default } from './en-US.mjs';" },
  };
}
