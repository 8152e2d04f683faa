/** The keys that work in every place of the product, so that the menus print the same ones as the screens. */
export const appShortcuts = {
  search: 'mod+k',
  settings: 'mod+,',
  workOffline: 'mod+shift+o',
} as const;
