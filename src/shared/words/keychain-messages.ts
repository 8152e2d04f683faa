import { lowerFirst } from '../base/fold-text.ts';
import type { KeychainStatus, TokenUnavailableReason } from '../ipc/app.ts';

interface TroubleMessage {
  title: string;
  text: string;
}

/** Where a token or a sign-in is kept. `subject` begins the sentence, as "The token" does. */
export function keptMessage({ kind }: KeychainStatus, subject: string): string {
  const messages: Record<KeychainStatus['kind'], string> = {
    works: 'Kept in this computer’s keychain, never shown again.',
    trying: `Waiting for the keychain. ${subject} is kept there as soon as it answers.`,
    locked: `The keychain is locked. Saving asks you to unlock it; until then ${lowerFirst(subject)} is kept only while Gangway is open.`,
    denied: `The keychain does not let Gangway in. ${subject} is kept until you close Gangway.`,
    absent: `No keychain here. ${subject} is kept until you close Gangway.`,
    no_answer: `The keychain does not answer. ${subject} is kept until you close Gangway, or in the keychain once it answers.`,
  };
  return messages[kind];
}

export const keychainTrouble = ({ kind }: KeychainStatus): TroubleMessage | null =>
  kind === 'works' ? null : troubles[kind];

const troubles: Record<Exclude<KeychainStatus['kind'], 'works'>, TroubleMessage> = {
  trying: { title: 'Waiting for the keychain.', text: 'This computer may be asking you to unlock it.' },
  locked: {
    title: 'The keychain is locked.',
    text: 'Gangway can neither read nor store a token in it, and keeps a new one only until you close Gangway. Unlock it, and Gangway continues.',
  },
  denied: {
    title: 'The keychain does not let Gangway in.',
    text: 'A token is kept until you close Gangway, and you sign in again after each start. Allow Gangway in the keychain, or ask your IT department, then try again.',
  },
  absent: {
    title: 'No keychain here.',
    text: 'A token is kept until you close Gangway, and you sign in again after each start. Once this computer has a keychain, try again.',
  },
  no_answer: {
    title: 'The keychain does not answer.',
    text: 'It may be waiting for you: look for a window that asks for its password. Gangway continues automatically once it answers. Until then a new token is kept only while Gangway is open.',
  },
};

/** Why the stored token is unavailable. The screen says beside it that items wait. */
export const tokenAwayMessages: Readonly<Record<TokenUnavailableReason, TroubleMessage>> = {
  locked: {
    title: 'The token is in the keychain, which is locked.',
    text: 'Unlock the keychain and Gangway continues, or enter the token again.',
  },
  denied: {
    title: 'Gangway can’t get the token from the keychain.',
    text: 'Allow Gangway in the keychain and try again, or enter the token again.',
  },
  absent: {
    title: 'The token’s keychain isn’t available now.',
    text: 'Start the keychain and try again, or enter the token for this session.',
  },
  no_answer: {
    title: 'Gangway hasn’t received the token from the keychain yet.',
    text: 'It may be waiting for you to unlock it. Gangway continues automatically once it answers. You can also enter the token again.',
  },
  changed: {
    title: 'The token is in another keychain.',
    text: 'This computer now uses a different keychain. Enter the token again to save it there, or switch back to the other keychain and try again.',
  },
  removed: {
    title: 'The token is no longer in the keychain.',
    text: 'Someone or another program removed it. Enter the token again.',
  },
};
