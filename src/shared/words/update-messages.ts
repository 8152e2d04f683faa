import {
  newVersionTitle,
  type FeedOrigin,
  type UpdateFailure,
  type UpdatesOff,
  type UpdateState,
} from '../settings/updates.ts';

export interface UpdateMessage {
  tone: 'neu' | 'pos' | 'prog' | 'cau' | 'neg';
  title: string;
  sentence: string;
}

export function updateMessage(state: UpdateState): UpdateMessage {
  switch (state.kind) {
    case 'off': {
      const tone = state.reason === 'bad_address' || state.reason === 'bad_policy' ? 'cau' : 'neu';
      return { tone, title: 'Gangway does not check for updates.', sentence: offSentences[state.reason] };
    }
    case 'not_checked': {
      const sentence = 'Gangway checks automatically soon after each start and then every six hours.';
      return { tone: 'neu', title: 'Not checked yet.', sentence };
    }
    case 'checking':
      return { tone: 'prog', title: 'Checking for updates.', sentence: 'You can keep working.' };
    case 'up_to_date':
      return { tone: 'pos', title: 'Gangway is up to date.', sentence: '' };
    case 'available': {
      const sentence = 'It downloads only when you choose.';
      return { tone: 'prog', title: newVersionTitle(state), sentence };
    }
    case 'downloading': {
      const title = `Downloading version ${state.version}: ${state.percent} %`;
      return { tone: 'prog', title, sentence: 'You can keep working.' };
    }
    case 'ready': {
      const sentence =
        'It installs when you quit Gangway. Items being sent finish first, and waiting items stay in the outbox.';
      return { tone: 'pos', title: newVersionTitle(state), sentence };
    }
    case 'check_failed': {
      const tone = state.failure === 'unreachable' ? 'neu' : 'cau';
      return { tone, title: 'Could not check for updates.', sentence: checkSentences[state.failure] };
    }
    case 'download_failed': {
      const isTrusted = state.failure !== 'not_trusted';
      const title = `Version ${state.version} ${isTrusted ? 'was not downloaded' : 'is not trusted'}.`;
      return { tone: isTrusted ? 'cau' : 'neg', title, sentence: downloadSentences[state.failure] };
    }
  }
}

const offSentences: Record<UpdatesOff, string> = {
  not_set: 'No update address is set. Your administrator can give you one.',
  switched_off: 'Your administrator turned off updates and installs new versions another way.',
  bad_address:
    'The update address that your administrator set cannot be used. It has to begin with https://.',
  bad_policy: 'Your administrator’s settings for this computer cannot be read. Tell your administrator.',
  not_here: 'This copy can’t update itself. Update it the way it was installed.',
};

const noRoom = 'There isn’t enough space for it on this computer. Free some space, then try again.';
const unusable = 'Gangway can’t use the update service’s answer. Tell your administrator.';

const checkSentences: Record<UpdateFailure, string> = {
  unreachable: 'Could not reach the update service. Gangway tries again automatically.',
  refused: 'The update service refused this. Ask your administrator.',
  no_list: 'There are no updates for this system at this address. Check the address with your administrator.',
  no_room: noRoom,
  unreadable: unusable,
  damaged: unusable,
  not_trusted: unusable,
  unknown: unusable,
};

const notProvided = 'The update service did not provide it. Try again later, or ask your administrator.';
const wentWrong = 'Something went wrong with it. Try again, or ask your administrator for the new version.';

const downloadSentences: Record<UpdateFailure, string> = {
  unreachable: 'The connection to the update service broke. Download it again when the network is back.',
  refused: notProvided,
  no_list: notProvided,
  damaged:
    'The download doesn’t match the announced version, so Gangway deleted it. Download it again. If that does not help, tell your administrator.',
  not_trusted:
    'Its signature doesn’t match this Gangway’s, so Gangway deleted it. Do not install it by hand. Tell your administrator.',
  no_room: noRoom,
  unreadable: wentWrong,
  unknown: wentWrong,
};

export const feedOriginMessages: Readonly<Record<FeedOrigin, string>> = {
  policy: 'Set by your administrator.',
  environment: 'Set for this start by the variable GANGWAY_UPDATE_FEED.',
  settings: 'Set by you.',
};
