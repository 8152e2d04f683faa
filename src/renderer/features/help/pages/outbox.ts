import type { HelpPage } from '../help-page.ts';

export const outboxPage: HelpPage = {
  about:
    'The Outbox holds everything that was queued on this computer, until the service has answered. Items wait for the network, for an hour or for a week, and then go out in order. Nothing is lost when Gangway is closed.',
  words: [
    { word: 'Needs you', meaning: 'Gangway does nothing with these until you decide.' },
    { word: 'Will retry', meaning: 'An attempt failed without doubt. The next one is shown as a time.' },
    { word: 'Waiting', meaning: 'Queued. These go out when the network is there and nothing is paused.' },
    {
      word: 'Held: signed out',
      meaning: 'The token is missing or was not accepted. Sign in and these go on.',
    },
    {
      word: 'May have been sent',
      meaning: 'Gangway does not know whether the service got it, and never sends it twice by itself.',
    },
    {
      word: 'Stopped trying',
      meaning: 'Tried many times without success. It stays until you try again or cancel it.',
    },
    {
      word: 'Paused, Working offline',
      meaning: 'Pause holds what is queued. Work offline asks the network for nothing at all.',
    },
  ],
  keys: ['Outbox', 'Lists', 'Unclear invite'],
  questions: [
    {
      when: 'The network is back and nothing moves',
      what: 'Press Sync now ({syncNow}). The line at the foot of the sidebar says what holds the outbox.',
    },
    {
      when: 'An item may have been sent',
      what: 'Find out from the vendor or the service, then send it again, mark it as sent or cancel it.',
    },
    {
      when: 'Something must not go out yet',
      what: 'Pause the outbox ({pause}), or cancel the item. An item that is being sent can no longer be canceled.',
    },
    {
      when: 'Gangway says that everything has been sent',
      what: 'A queue that had to wait has run empty. You can close Gangway.',
    },
  ],
};
