import {
  newVersionTitle,
  type FeedOrigin,
  type UpdateFailure,
  type UpdatesOff,
  type UpdateState,
} from './updates.ts';

/** How a state of the updates is shown: what is known, and what it means or what to do. */
export interface UpdateMessage {
  tone: 'neu' | 'pos' | 'prog' | 'cau' | 'neg';
  title: string;
  sentence: string;
}

/** The words for where things stand with updates. Times are shown beside them. */
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
      return { tone: 'prog', title: 'Checking for updates.', sentence: 'You can go on working.' };
    case 'up_to_date':
      return { tone: 'pos', title: 'Gangway is up to date.', sentence: '' };
    case 'available':
      return {
        tone: 'prog',
        title: newVersionTitle(state),
        sentence: 'It is downloaded only when you say so.',
      };
    case 'downloading':
      return {
        tone: 'prog',
        title: `Downloading version ${state.version}: ${state.percent} %`,
        sentence: 'You can go on working.',
      };
    case 'ready':
      return {
        tone: 'pos',
        title: newVersionTitle(state),
        sentence:
          'It is installed when you quit Gangway. What is being sent is settled first, and what waits stays in the outbox.',
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
      return 'Your administrator switched updates off and brings new versions in another way.';
    case 'bad_address':
      return 'The update address that your administrator set cannot be used. It has to begin with https://.';
    case 'bad_policy':
      return 'Your administrator’s settings for this computer cannot be read. Tell your administrator.';
    case 'not_here':
      return 'This copy cannot replace itself. It is brought up to date in the way it was installed.';
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
      return 'What the update service answered cannot be used. Tell your administrator.';
  }
}

const noRoom = 'There is no room for it on this computer. Make room, then try again.';

function downloadSentence(failure: UpdateFailure): string {
  switch (failure) {
    case 'unreachable':
      return 'The connection to the update service broke. Download it again when the network is back.';
    case 'refused':
    case 'no_list':
      return 'The update service did not provide it. Try again later, or ask your administrator.';
    case 'damaged':
      return 'What came was not what was announced, so it was thrown away. Download it again. If that does not help, tell your administrator.';
    case 'not_trusted':
      return 'It is not signed as this Gangway is, so it was thrown away. Do not install it by hand. Tell your administrator.';
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
