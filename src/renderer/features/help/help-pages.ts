import type { HelpTopicId } from '../../stores/help.ts';
import type { HelpPage } from './help-page.ts';
import { connectPage } from './pages/connect.ts';
import { documentsPage } from './pages/documents.ts';
import { importPage } from './pages/import.ts';
import { invitesPage } from './pages/invites.ts';
import { listsPage } from './pages/lists.ts';
import { marksPage } from './pages/marks.ts';
import { onboardingPage } from './pages/onboarding.ts';
import { outboxPage } from './pages/outbox.ts';
import { settingsPage } from './pages/settings.ts';
import { todayPage } from './pages/today.ts';
import { vendorsPage } from './pages/vendors.ts';
import { verificationsPage } from './pages/verifications.ts';

/** The topics that are a written page; the others are made of what the app knows anyway. */
export type WrittenTopicId = Exclude<HelpTopicId, 'shortcuts' | 'news'>;

export const helpPages: Readonly<Record<WrittenTopicId, HelpPage>> = {
  today: todayPage,
  onboarding: onboardingPage,
  vendors: vendorsPage,
  invites: invitesPage,
  verifications: verificationsPage,
  documents: documentsPage,
  outbox: outboxPage,
  lists: listsPage,
  import: importPage,
  settings: settingsPage,
  connect: connectPage,
  marks: marksPage,
};
