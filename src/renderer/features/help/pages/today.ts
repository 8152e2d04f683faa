import type { HelpPage } from '../help-page.ts';

export const todayPage: HelpPage = {
  about:
    'Today shows what needs you, the most urgent first: what may have been sent, what the service refused, licenses that need you, documents of low quality, and vendors that became blocked. At the side are the vendors that are expiring, the licenses that expire in the next 30 days, your last five items and what happened last.',
  words: [
    {
      word: 'May have been sent',
      meaning: 'The connection broke before an answer came. Gangway asks you before it sends again.',
    },
    { word: 'Refused', meaning: 'The service said no and why. Correct it and send it again.' },
    {
      word: 'Licenses that need you',
      meaning:
        'The license differs from what was submitted, has expired, was not found, or the service does not confirm it.',
    },
    {
      word: 'Vendors that became blocked',
      meaning:
        'In the last 7 days something began to speak against these vendors working, such as an expired license. Seen takes a vendor off Today; it stays in Onboarding.',
    },
    {
      word: 'Your last items',
      meaning:
        'The last five invites and licenses that were queued on this computer, with what became of each.',
    },
    {
      word: 'Number behind a title',
      meaning: 'How many there are. Press it to open the list of just these.',
    },
  ],
  keys: ['Today', 'Anywhere'],
  questions: [
    {
      when: 'A message says that you are offline',
      what: 'Go on working. Everything you queue is saved on this computer and is sent when the network is back.',
    },
    {
      when: 'Today says “Nothing needs you”',
      what: 'There is nothing to decide. What is still being sent or checked goes on by itself.',
    },
    {
      when: 'You want to see the first steps again',
      what: 'Everything they lead to is in the search field: press {search} and type “look up”, “import” or “license”.',
    },
  ],
};
