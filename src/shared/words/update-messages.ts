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

/** The label of an update state. Times are shown beside it. */
export function updateMessage(state: UpdateState): UpdateMessage {
  switch (state.kind) {
    case 'off':
      return {
        tone: reasonsToMend.includes(state.reason) ? 'cau' : 'neu',
        title: 'Gangway does not check for updates.',
        sentence: offSentence(state.reason),
      };
    case 'not_checked':
      return {
        tone: 'neu',
        title: 'Not checked yet.',
        sentence: 'Gangway checks automatically soon after each start and then every six hours.',
      };
    case 'checking':
      return { tone: 'prog', title: 'Checking for updates.', sentence: 'You can keep working.' };
    case 'up_to_date':
      return { tone: 'pos', title: 'Gangway is up to date.', sentence: '' };
    case 'available':
      return {
        tone: 'prog',
        title: newVersionTitle(state),
        sentence: 'It downloads only when you choose.',
      };
    case 'downloading':
      return {
        tone: 'prog',
        title: `Downloading version ${state.version}: ${state.percent} %`,
        sentence: 'You can keep working.',
      };
    case 'ready':
      return {
        tone: 'pos',
        title: newVersionTitle(state),
        sentence:
          'It installs when you quit Gangway. Items being sent finish first, and waiting items stay in the outbox.',
      };
    case 'check_failed':
      return {
        tone: state.failure === 'unreachable' ? 'neu' : 'cau',
        title: 'Could not check for updates.',
        sentence: checkSentence(state.failure),
      };
    case 'download_failed':
      return {
        tone: state.failure === 'not_trusted' ? 'neg' : 'cau',
        title:
          state.failure === 'not_trusted'
            ? `Version ${state.version} is not trusted.`
            : `Version ${state.version} was not downloaded.`,
        sentence: downloadSentence(state.failure),
      };
  }
}

const reasonsToMend: readonly UpdatesOff[] = ['bad_address', 'bad_policy'];

function offSentence(reason: UpdatesOff): string {
  switch (reason) {
    case 'not_set':
      return 'No update address is set. Your administrator can give you one.';
    case 'switched_off':
      return 'Your administrator turned off updates and installs new versions another way.';
    case 'bad_address':
      return 'The update address that your administrator set cannot be used. It has to begin with https://.';
    case 'bad_policy':
      return 'Your administrator’s settings for this computer cannot be read. Tell your administrator.';
    case 'not_here':
      return 'This copy can’t update itself. Update it the way it was installed.';
  }
}

function checkSentence(failure: UpdateFailure): string {
  switch (failure) {
    case 'unreachable':
      return 'Could not reach the update service. Gangway tries again automatically.';
    case 'refused':
      return 'The update service refused this. Ask your administrator.';
    case 'no_list':
      return 'There are no updates for this system at this address. Check the address with your administrator.';
    case 'no_room':
      return noRoom;
    case 'unreadable':
    case 'damaged':
    case 'not_trusted':
    case 'unknown':
      return 'Gangway can’t use the update service’s answer. Tell your administrator.';
  }
}

const noRoom = 'There isn’t enough space for it on this computer. Free some space, then try again.';

function downloadSentence(failure: UpdateFailure): string {
  switch (failure) {
    case 'unreachable':
      return 'The connection to the update service broke. Download it again when the network is back.';
    case 'refused':
    case 'no_list':
      return 'The update service did not provide it. Try again later, or ask your administrator.';
    case 'damaged':
      return 'The download doesn’t match the announced version, so Gangway deleted it. Download it again. If that does not help, tell your administrator.';
    case 'not_trusted':
      return 'Its signature doesn’t match this Gangway’s, so Gangway deleted it. Do not install it by hand. Tell your administrator.';
    case 'no_room':
      return noRoom;
    case 'unreadable':
    case 'unknown':
      return 'Something went wrong with it. Try again, or ask your administrator for the new version.';
  }
}

/** Who set the update address, for the line under it. */
export function feedOriginMessage(from: FeedOrigin): string {
  switch (from) {
    case 'policy':
      return 'Set by your administrator.';
    case 'environment':
      return 'Set for this start by the variable GANGWAY_UPDATE_FEED.';
    case 'settings':
      return 'Set by you.';
  }
}
