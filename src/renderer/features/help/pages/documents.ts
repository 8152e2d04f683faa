import type { HelpPage } from '../help-page.ts';

export const documentsPage: HelpPage = {
  about:
    'Documents shows what the service read from a document and how good the copy is. A document comes in by its job ID. The system that takes in your company’s documents gives each one a job ID; your administrator can send you a list of them.',
  words: [
    {
      word: 'Poor, Weak, Fair, Good',
      meaning: 'How far the scores can be relied on. The line between Weak and Fair is a setting.',
    },
    {
      word: 'No score',
      meaning: 'The service sent none, or one off its scale. The value is shown as received.',
    },
    { word: '••-•••4417', meaning: 'An employer ID, hidden. Reveal it for 30 seconds with {reveal}.' },
    {
      word: 'Draft opened',
      meaning:
        'Your mail program has the email that asks for a new copy. Whether it was sent is not known to Gangway.',
    },
    {
      word: 'Decision',
      meaning:
        'Accepted, skipped or a new copy asked for. It stays on this computer; the service is not told.',
    },
  ],
  keys: ['Document review'],
  questions: [
    {
      when: 'You do not have a job ID',
      what: 'Ask your administrator. Gangway cannot list documents; it can only look up a job ID. It looks like 7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90.',
    },
    {
      when: 'You want to see how a document of your own is scored',
      what: 'Open Practice and press “Try your own document” there. It is read and scored on this computer and not sent anywhere.',
    },
    {
      when: 'A copy is too poor to read',
      what: 'Press {askNewCopy}. An email to the vendor opens with the service’s feedback in it.',
    },
    {
      when: 'You doubt what the service says of a picture',
      what: 'Choose “Take a second look”. This computer reads the page on the screen, shows what is wrong with the picture and compares the details with the vendor’s profile. It reads print; handwriting it hardly reads. The service’s scores stay as they are, and you decide.',
    },
    { when: 'You decided by mistake', what: 'Press {undo} to undo the last decision.' },
    {
      when: 'The picture does not open',
      what: 'Open a copy of your own with {localCopy}. What the service read is shown all the same.',
    },
  ],
};
