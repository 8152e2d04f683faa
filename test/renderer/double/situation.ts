/** What the double plays. */
export const situations = [
  'online',
  'sending',
  'offline',
  'behind_proxy',
  'network_sign_in',
  'busy',
  'points_elsewhere',
  'retrying',
  'signed_out',
  'paused',
  'working_offline',
  'empty',
  'failing',
  'cannot_save',
  'welcome',
  'welcome_offline',
  'desktop',
  'start_failed',
  'drafts',
] as const;
export type Situation = (typeof situations)[number];
