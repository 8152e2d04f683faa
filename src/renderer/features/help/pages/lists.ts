import type { HelpPage } from '../help-page.ts';

export const listsPage: HelpPage = {
  about:
    'Vendors, Invites, Verifications, Documents and the Outbox are lists. Each can be searched, filtered and sorted, and shows the columns that you choose. A list that you set up can be kept as a view. All of it is on this computer and needs no network.',
  words: [
    {
      word: 'Search',
      meaning:
        'Finds every word that a row shows, in any order. Capitals and accents do not matter. Rest the pointer on the field to see what it searches.',
    },
    {
      word: 'Filter',
      meaning:
        'Shows only the rows that fit, such as one state or the last 7 days. The filters in use stand over the list; a row has to fit each of them.',
    },
    {
      word: 'Columns',
      meaning: 'Which columns are shown. Drag the edge of a heading to make its column wider or narrower.',
    },
    {
      word: 'Views',
      meaning:
        'The filter, the order, the columns and their widths under a name. Views belong to the workspace.',
    },
    {
      word: 'Filtered list',
      meaning: 'An export of only the rows that the filter and the search leave.',
    },
  ],
  keys: [],
  questions: [
    {
      when: 'A row that you expect is not there',
      what: 'A filter or the search may hide it. Choose Clear filter, or the tab All.',
    },
    {
      when: 'You want the rows in another order',
      what: 'Press a heading. Press it again for the other way around.',
    },
    {
      when: 'You use the same filter each day',
      what: 'Choose Views, Save this view, and give it a name. It opens from the same menu. Saving under the name of another view replaces that one.',
    },
    {
      when: 'You deleted a view by mistake',
      what: 'Press {undo}, or Undo in the message. It comes back as it was.',
    },
    {
      when: 'You want to do the same with many rows',
      what: 'Tick them with {tick}, or all of them in the heading. What can be done with them stands over the list.',
    },
  ],
};
