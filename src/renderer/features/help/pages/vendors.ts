import type { HelpPage } from '../help-page.ts';

export const vendorsPage: HelpPage = {
  about:
    'Vendors lists the profiles that were looked up on this computer. The service has no list of vendors: a profile comes in when you look up its vendor ID. The copy stays here, so you can read and search it without a network.',
  words: [
    {
      word: 'Fetched',
      meaning: 'When the copy was fetched from the service. An old copy stays until a new one is here.',
    },
    {
      word: 'Compliance',
      meaning:
        'The service’s own word, as it was received. The mark before it tells how Gangway sorts the word.',
    },
    {
      word: 'Ready',
      meaning:
        'Everything that the requirements ask of this vendor is met or waived today. Where no requirement applies, Gangway says so and calls nobody ready.',
    },
    {
      word: 'Blocked',
      meaning:
        'A requirement has failed, such as a license that has expired. The sentence beside it says which.',
    },
    { word: 'Changed', meaning: 'What differs from the copy before. Older copies are kept.' },
    { word: 'Also in enrollment', meaning: 'The service sent this twice. It is shown once.' },
    { word: 'Not given', meaning: 'The service sent no value for this field.' },
  ],
  keys: ['Lists'],
  questions: [
    {
      when: 'You have many vendor IDs',
      what: 'Choose Look up many and paste them, or choose a file. You see what is looked up before the service is asked.',
    },
    {
      when: 'The service has no vendor with this ID',
      what: 'Check the ID with whoever gave it to you. An earlier copy stays.',
    },
    {
      when: 'A vendor gave you a document that the service has not seen',
      what: 'Choose “Check a document” on the vendor’s page. A license, a W-9 or a certificate of insurance is read on this computer and compared with the profile. It is not sent and not kept.',
    },
    {
      when: 'A profile looks out of date',
      what: 'Open it and press Refresh. Offline it refreshes as soon as you are online.',
    },
    {
      when: 'You want to know whether a vendor may work',
      what: 'Open it. Its requirements stand at the top, with what is missing and the next step. Choose a job site to see the answer for that site.',
    },
    {
      when: 'A vendor has to work before a requirement is met',
      what: 'Choose Waive for a time beside the requirement, with a reason and a last day. The waiver ends by itself and stays in the history.',
    },
    {
      when: 'You need something to hand to an inspector',
      what: 'Open the vendor and save the report as a PDF.',
    },
  ],
};
