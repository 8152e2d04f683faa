import type { HelpPage } from '../help-page.ts';

export const importPage: HelpPage = {
  about:
    'Import reads a CSV or XLSX list of vendors to invite or of licenses to verify. Choose which column is which, correct the rows that have a problem, and send all rows that are ready together. Nothing is queued before you say so.',
  words: [
    { word: 'Ready', meaning: 'The row can be sent. Only these are counted on the button.' },
    { word: 'With problems', meaning: 'A cell cannot be sent as it is. The reason is under the cell.' },
    {
      word: 'Duplicate',
      meaning:
        'The same recipient or license is in the list or was queued before. It stays out unless you include it.',
    },
    {
      word: 'Mended',
      meaning:
        'A cell that could be read in one way only, such as mailto:tom@x.com, was put right with all others of its kind. What it was stands under it.',
    },
    { word: 'Left out', meaning: 'You skipped the row, or it is a total, a line or the headings again.' },
    {
      word: 'Preset',
      meaning: 'What the columns are, under a name. The next file with the same headings takes it by itself.',
    },
  ],
  keys: ['Import'],
  questions: [
    {
      when: 'A column was taken for the wrong field',
      what: 'Choose the field at the left. The rows are read again at once.',
    },
    {
      when: 'A date can be read in two ways',
      what: 'Enter it as 2027-03-31. Where the other dates of the column show their order, Mend all puts it right.',
    },
    {
      when: 'You close Gangway before the list is queued',
      what: 'Nothing of the list is kept. Choose the file again, or save the rows that need fixing as CSV before you close.',
    },
    { when: 'You are offline', what: 'Queue it anyway. The items wait in the outbox.' },
  ],
};
