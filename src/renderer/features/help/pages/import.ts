import type { HelpPage } from '../help-page.ts';

export const importPage: HelpPage = {
  about:
    'Import reads a CSV or XLSX list of vendors to invite or of licenses to verify. Choose which column is which, correct the rows that have a problem, and queue all rows that are ready together. Nothing is queued before you say so.',
  words: [
    { word: 'Ready', meaning: 'The row can be queued. Only these are counted on the button.' },
    { word: 'With problems', meaning: 'A cell cannot be sent as it is. The reason is under the cell.' },
    {
      word: 'Duplicate',
      meaning:
        'The same recipient or license is in the list or was queued before. It stays out unless you include it.',
    },
    { word: 'Left out', meaning: 'You left the row out, or the list has nothing in it that can be sent.' },
  ],
  keys: ['Import'],
  questions: [
    {
      when: 'A column was taken for the wrong field',
      what: 'Choose the field at the left. The rows are read again at once.',
    },
    {
      when: 'A date can be read in two ways',
      what: 'Say once whether the day or the month comes first. It counts for the whole column.',
    },
    {
      when: 'You close Gangway before the list is queued',
      what: 'The list is kept on this computer with your corrections.',
    },
    { when: 'You are offline', what: 'Queue it anyway. The items wait in the Outbox.' },
  ],
};
