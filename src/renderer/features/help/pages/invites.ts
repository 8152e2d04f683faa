import type { HelpPage } from '../help-page.ts';

export const invitesPage: HelpPage = {
  about:
    'Invites asks vendors to sign up. An invite is saved on this computer first and then sent. The service emails the vendor. This list is kept here, since the service has none.',
  words: [
    { word: 'Draft', meaning: 'Not queued yet. Only on this computer.' },
    { word: 'Waiting to send', meaning: 'Queued. It goes out as soon as its turn comes.' },
    { word: 'Invited', meaning: 'The service accepted the invite and emails the vendor.' },
    {
      word: 'May have been sent',
      meaning: 'The connection broke. The vendor may already have the email, so you decide.',
    },
    { word: 'Refused', meaning: 'The service said no. Its reason is beside the field that it is about.' },
    {
      word: 'Done',
      meaning:
        'The invite was sent and the vendor’s profile is on this computer. The tab Done also lists what you archived.',
    },
  ],
  keys: ['Lists', 'Unclear invite', 'Forms'],
  questions: [
    {
      when: 'An invite may have been sent',
      what: 'Ask the vendor, then choose Mark as sent ({markAsSent}). Send again ({sendAgain}) can bring the vendor a second email.',
    },
    {
      when: 'An invite was refused',
      what: 'Open it and choose Correct and resend. The refused one stays for the record.',
    },
    {
      when: 'A vendor does not react',
      what: 'Open the invite and choose Remind. That is a new invite, so the vendor gets a second email.',
    },
    {
      when: 'You invite many vendors',
      what: 'Choose Import list. You see and correct every row before anything is queued.',
    },
    {
      when: 'You write the same message each time',
      what: 'Save it as a message template. Placeholders take the vendor’s name and company.',
    },
  ],
};
