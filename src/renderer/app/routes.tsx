import { BadgeCheck, Building2, FileText, Mail, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { ScreenId } from '../stores/navigation.ts';

/** A screen as the shell knows it. */
export interface Screen {
  id: ScreenId;
  label: string;
  icon: LucideIcon;
  keys: string;
  component: ComponentType;
}

/** The screens, in the order of the sidebar. Each is loaded when it is opened first. */
export const screens: readonly Screen[] = [];

/** Icons of the screens, for use outside the sidebar too. */
export const screenIcons = {
  vendors: Building2,
  invites: Mail,
  verifications: BadgeCheck,
  documents: FileText,
} as const;
