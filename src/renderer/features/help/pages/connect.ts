import type { HelpPage } from '../help-page.ts';

export const connectPage: HelpPage = {
  about:
    'To connect you need the address of your company’s service and an access token. Your administrator can give you both. The token is kept in the keychain of this computer, is never shown again, and goes to the service’s address alone.',
  words: [
    {
      word: 'Answers',
      meaning: 'A service answered at this address. Whether it is yours shows with the first item.',
    },
    {
      word: 'Signed out',
      meaning: 'There is no token, or the service did not accept it. Items are held; nothing is lost.',
    },
    {
      word: 'Keychain',
      meaning:
        'Where the system keeps passwords. Without one, the token is kept only until you close Gangway.',
    },
    {
      word: 'Practice',
      meaning: 'Made-up data to try everything with. It never mixes with a company’s data.',
    },
  ],
  keys: ['Anywhere'],
  questions: [
    {
      when: 'You have no token',
      what: 'Send your administrator the message that Gangway has ready: copy it, or open it as an email draft. It holds no secrets.',
    },
    {
      when: 'The service does not accept the token',
      what: 'Copy the token again, whole and without spaces. If that does not help, ask for a new one.',
    },
    {
      when: 'Nothing answers at the address',
      what: 'Check the spelling and the network. Behind a proxy, sign in to it under Settings, Network.',
    },
    {
      when: 'There is no network now',
      what: 'Save the address and the token. They are tried when the service can be reached.',
    },
  ],
};
