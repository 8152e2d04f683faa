import {
  BadgeCheck,
  Building2,
  CalendarCheck2,
  FileText,
  Mail,
  Send,
  Settings2,
  type LucideIcon,
} from 'lucide-react';
import { type ComponentType } from 'react';
import { TodayScreen } from '../features/today/today-screen.tsx';
import type { ScreenId } from '../stores/navigation.ts';
import { lazyScreen } from '../lazy-part.ts';

export interface Screen {
  /** Also the name of its shortcut. */
  id: ScreenId;
  label: string;
  icon: LucideIcon;
  component: ComponentType;
}

const Vendors = lazyScreen(
  async () => (await import('../features/vendors/vendors-screen.tsx')).VendorsScreen,
);
const Invites = lazyScreen(
  async () => (await import('../features/invites/invites-screen.tsx')).InvitesScreen,
);
const Verifications = lazyScreen(
  async () => (await import('../features/verifications/verifications-screen.tsx')).VerificationsScreen,
);
const Documents = lazyScreen(
  async () => (await import('../features/documents/documents-screen.tsx')).DocumentsScreen,
);
const Outbox = lazyScreen(async () => (await import('../features/outbox/outbox-screen.tsx')).OutboxScreen);
const Settings = lazyScreen(
  async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
);

/** The screens in the order of the sidebar. All but the first load when they are opened. */
export const screens: readonly Screen[] = [
  { id: 'today', label: 'Today', icon: CalendarCheck2, component: TodayScreen },
  { id: 'vendors', label: 'Vendors', icon: Building2, component: Vendors },
  { id: 'invites', label: 'Invites', icon: Mail, component: Invites },
  { id: 'verifications', label: 'Verifications', icon: BadgeCheck, component: Verifications },
  { id: 'documents', label: 'Documents', icon: FileText, component: Documents },
  { id: 'outbox', label: 'Outbox', icon: Send, component: Outbox },
  { id: 'settings', label: 'Settings', icon: Settings2, component: Settings },
];
