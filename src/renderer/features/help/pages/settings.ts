import type { HelpPage } from '../help-page.ts';

export const settingsPage: HelpPage = {
  about:
    'Settings change how this workspace talks to the service, how Gangway reads its answers, and how the app looks and notifies you. Most of them are made once by an administrator; those are marked and cannot be changed here.',
  words: [
    {
      word: 'Workspace',
      meaning: 'One company’s data on this computer: its queue, its copies and its settings.',
    },
    {
      word: 'Status words',
      meaning: 'What each word of the service means to Gangway: good, under way, caution or problem.',
    },
    {
      word: 'Requirements',
      meaning:
        'What a vendor has to have before it may work. Its page shows what is met and what is missing.',
    },
    {
      word: 'Service interface',
      meaning: 'What one service does differently from another. Ask your administrator before you change it.',
    },
    { word: 'Requests at once', meaning: 'How many items are sent at the same time.' },
    {
      word: 'Practice',
      meaning: 'A service built into the app with made-up data. Nothing leaves this computer.',
    },
  ],
  keys: ['Anywhere', 'Forms'],
  questions: [
    {
      when: 'You move to another computer',
      what: 'Use Move to another computer. What is unsent goes along and is held there until you decide. The token does not go along.',
    },
    {
      when: 'A key gets in your way',
      what: 'Give the shortcut another key, or turn single keys off. Keys with Ctrl or Cmd always work.',
    },
    {
      when: 'Somebody helps you with a problem',
      what: 'Copy the diagnostics. You see them before you copy them, and they hold no token.',
    },
    {
      when: 'The service has a new address',
      what: 'Change it under Name and address. Your queue, your copies and your token stay.',
    },
  ],
};
