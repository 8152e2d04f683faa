import type { HelpPage } from '../help-page.ts';

export const verificationsPage: HelpPage = {
  about:
    'Verifications submits license details to the service and compares what it found with what you submitted. Enter the license number and the vendor; the rest is under More details. Gangway checks for the result by itself and waits longer each time.',
  words: [
    { word: 'Checking', meaning: 'The service accepted the details. The result is not in yet.' },
    {
      word: '3 differ',
      meaning: 'The result is in, and three details are not the same. Open it to compare.',
    },
    {
      word: 'Same, written differently',
      meaning: 'Equal apart from capitals, spaces and common short forms such as St for Street.',
    },
    {
      word: 'Verified, Match',
      meaning:
        'Two separate answers of the service. “Not said” means that it sent none; it does not mean no.',
    },
    { word: 'No result yet', meaning: 'No final result in 31 days. Gangway checks again when you ask.' },
    { word: 'Check by hand', meaning: 'The answer isn’t clear. Read the service’s words and decide.' },
    { word: 'Another license', meaning: 'The service answered for another license.' },
    {
      word: 'Expires',
      meaning: 'The day that the service gives. Where it gives none, the day as submitted.',
    },
  ],
  keys: ['Lists', 'Verification', 'Forms'],
  questions: [
    {
      when: 'Details differ',
      what: 'Correct and submit again ({correct}), accept the differences ({acceptDifferences}), or ask the vendor ({askVendor}). Accepting and asking are noted on this computer only.',
    },
    {
      when: 'Gangway does not know the status word',
      what: 'It counts neither as passed nor as failed. Choose “Say what it means” once, and it counts from then on.',
    },
    {
      when: 'The license lies before you as a photo, a scan or a PDF',
      what: 'Choose “Fill in from a document” in the form. It is read on this computer and not sent. If parts of the picture cannot be relied on, it shows where and how to retake it. Compare each detail with its piece of the page before you submit.',
    },
    {
      when: 'You submit several licenses of one vendor',
      what: 'Press Submit another on the page that opens after submitting. The vendor stays filled in.',
    },
    { when: 'A license expires soon', what: 'Open the Expiry tab. You can save the days as a calendar.' },
    {
      when: 'You cannot wait for the next check',
      what: 'Open the verification and press Check now ({checkNow}).',
    },
  ],
};
