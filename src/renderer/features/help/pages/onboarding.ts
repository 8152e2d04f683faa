import type { HelpPage } from '../help-page.ts';

export const onboardingPage: HelpPage = {
  about:
    'Onboarding says of every vendor known on this computer whether it may work, and if not, what is missing. It goes by the requirement sets in Settings and by what is kept here, so it answers without a network. The most urgent vendors come first.',
  words: [
    { word: 'Ready', meaning: 'Everything that is asked of the vendor is met or waived today.' },
    { word: 'Expiring', meaning: 'As ready, but something ends within the days that its requirement names.' },
    { word: 'In progress', meaning: 'Something is missing, or under way without a result.' },
    { word: 'Blocked', meaning: 'Something speaks against the vendor working, such as an expired license.' },
    {
      word: 'No requirements',
      meaning: 'No requirement set applies to the vendor. That says nothing of whether it may work.',
    },
    {
      word: 'Waived',
      meaning: 'A person let the requirement pass for a time, with a reason. It ends by itself.',
    },
  ],
  keys: ['Lists', 'Figures'],
  questions: [
    {
      when: 'You want to know who may work at one job site',
      what: 'Choose the site above the list. Requirements of other sites do not count then.',
    },
    {
      when: 'You want to know who lacks one document',
      what: 'Choose the requirement and the state above the list.',
    },
    {
      when: 'Several vendors lack something',
      what: 'Tick them. The bar above the list leads to each invite, license or document in turn, filled in.',
    },
    {
      when: 'You are asked until when a document is valid',
      what: 'Type the last day, or choose “Read it from a document”. Compare the day with its piece of the page before you save it.',
    },
    {
      when: 'You want to show how onboarding goes',
      what: 'Open Figures, at the top. Each chart is saved as a picture, and its table as a CSV or XLSX file.',
    },
    {
      when: 'A vendor stands otherwise than you think',
      what: 'Open it. Each requirement says why it stands so, and as of when.',
    },
  ],
};
