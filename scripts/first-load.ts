import type { Plugin } from 'vite';

/** The letters that nearly every word is set in; all else of the font is asked for where it is met. */
const firstFont = /inter-latin-wght-normal-[^/]*\.woff2$/;

/**
 * Puts what the first screen needs into one file that is asked for in one go, with its font: a page in hundreds of shared
 * parts would ask for dozens of them, and for those of Today only once it has run the others. What loads later by itself stays
 * apart, and so do the browser host's bridge, which connects meanwhile, and zod, which it needs.
 */
export function firstLoad(): Plugin {
  return {
    name: 'gangway-first-load',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'zod', test: /node_modules\/zod\/|\/src\/shared\/zod-in-page/, priority: 1 },
                { name: 'first', tags: ['$initial'], test: /^(?!.*\/src\/browser\/)/ },
              ],
            },
          },
        },
      },
    }),
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => firstFont.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
            injectTo: 'head' as const,
          })),
    },
  };
}
