import type { HelpPage } from '../help-page.ts';

export const marksPage: HelpPage = {
  about:
    'Two voices are kept apart. Gangway’s own words are in the plain font. Words of the service are in the narrow font, exactly as they were received, after a mark that tells how Gangway sorts them. Color and shape only repeat what a word says.',
  words: [
    { word: 'Filled circle', meaning: 'Good.' },
    { word: 'Half circle', meaning: 'Under way.' },
    { word: 'Triangle', meaning: 'Caution.' },
    { word: 'Square', meaning: 'Problem.' },
    {
      word: 'Dashed ring',
      meaning:
        'Not recognized. It counts neither as good nor as bad. You can say what it means under Settings, Status words.',
    },
    { word: 'Filled chip', meaning: 'Something acts now or needs a person. What went well is quiet text.' },
    { word: 'Not said', meaning: 'The service sent no answer to this. It does not mean no.' },
    { word: 'Not given', meaning: 'No value came for this field.' },
  ],
  keys: [],
  questions: [
    {
      when: 'A word of the service is not recognized',
      what: 'Nothing is concluded from it. Sort it once and it counts everywhere.',
    },
    {
      when: 'A date is shown in the narrow font',
      what: 'It could not be read as a date. It is shown as received and left out of expiry counts.',
    },
  ],
};
