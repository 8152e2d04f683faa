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
import { lazy, type ComponentType } from 'react';
import { TodayScreen } from '../features/today/today-screen.tsx';
import { shortcutKeys } from '../shortcuts.ts';
import type { ScreenId } from '../stores/navigation.ts';

export interface Screen {
  id: ScreenId;
  label: string;
  icon: LucideIcon;
  keys: string;
  component: ComponentType;
}

const Vendors = lazy(async () => ({
  default: (await import('../features/vendors/vendors-screen.tsx')).VendorsScreen,
}));
const Invites = lazy(async () => ({
  default: (await import('../features/invites/invites-screen.tsx')).InvitesScreen,
}));
const Verifications = lazy(async () => ({
  default: (await import('../features/verifications/verifications-screen.tsx')).VerificationsScreen,
}));
const Documents = lazy(async () => ({
  default: (await import('../features/documents/documents-screen.tsx')).DocumentsScreen,
}));
const Outbox = lazy(async () => ({
  default: (await import('../features/outbox/outbox-screen.tsx')).OutboxScreen,
}));

const Settings = lazy(async () => ({
  default: (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
}));

/** The screens in the order of the sidebar. All but the first load when they are opened. */
export const screens: readonly Screen[] = [
  { id: 'today', label: 'Today', icon: CalendarCheck2, keys: shortcutKeys.today, component: TodayScreen },
  { id: 'vendors', label: 'Vendors', icon: Building2, keys: shortcutKeys.vendors, component: Vendors },
  { id: 'invites', label: 'Invites', icon: Mail, keys: shortcutKeys.invites, component: Invites },
  {
    id: 'verifications',
    label: 'Verifications',
    icon: BadgeCheck,
    keys: shortcutKeys.verifications,
    component: Verifications,
  },
  {
    id: 'documents',
    label: 'Documents',
    icon: FileText,
    keys: shortcutKeys.documents,
    component: Documents,
  },
  { id: 'outbox', label: 'Outbox', icon: Send, keys: shortcutKeys.outbox, component: Outbox },
  { id: 'settings', label: 'Settings', icon: Settings2, keys: shortcutKeys.settings, component: Settings },
];

export const screenIcons = {
  vendors: Building2,
  invites: Mail,
  verifications: BadgeCheck,
  documents: FileText,
} as const;
