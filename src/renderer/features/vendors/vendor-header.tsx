import {
  BadgeCheck,
  ChevronRight,
  Download,
  Paperclip,
  FileSearch,
  Mail,
  Phone,
  RefreshCw,
  ScanText,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { displayName, filled, getName } from '#shared/base/foreign-text.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { PageHeading, ParentLink } from '../../components/page.tsx';
import { bindClasses } from '../../class-names.ts';
import { LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useOffline } from '../../stores/sync.ts';
import { licenseForm } from '../onboarding/next-step.ts';
import styles from './vendor-header.module.css';
import { lazyPart } from '../../lazy-part.ts';

const cls = bindClasses(styles);

const CheckDocument = lazyPart(async () => (await import('../paper/page-look.tsx')).CheckDocument);

interface Refresh {
  refreshing: boolean;
  /** Why the last refresh failed; the values shown stay. */
  problem: string | null;
  onRefresh: () => void;
}

export function VendorHeader({
  vendor,
  saving,
  onSave,
  ...refresh
}: Refresh & { vendor: StoredVendor; saving: boolean; onSave: (withFiles: boolean) => void }) {
  const [checking, setChecking] = useState(false);
  const { value } = vendor.profile;
  const contact = [value.firstName, value.lastName].flatMap((part) => displayName(part) ?? []).join(' ');
  const title = getName(value.companyName, contact, value.email, vendor.vendorId);
  return (
    <header className={`${cls('header')} row-top fixed ruled-below gap-14`}>
      <div className={`${cls('words')} stack grows gap-4 narrows`}>
        <div className={`${cls('line')} row wrap faint-icons`}>
          <ParentLink label="Vendors" target={{ screen: 'vendors' }} />
          <Icon of={ChevronRight} size={14} />
          <PageHeading className="page-title two-lines narrows breakable" title={title} />
        </div>
        <p className={`${cls('line', 'contact')} quiet row wrap faint-icons plain-strong`}>
          <span className="within narrows one-line" title={contact}>
            <strong>{contact === '' ? 'No contact' : contact}</strong>
            {filled(value.jobTitle) === null ? null : `, ${value.jobTitle}`}
          </span>
          <Way icon={Mail} text={filled(value.email)} missing="No email" />
          <Way icon={Phone} text={filled(value.phoneNumber)} missing="No phone" />
        </p>
      </div>
      <Freshness fetchedAt={vendor.fetchedAt} {...refresh} />
      <Menu
        label="More for this vendor"
        choices={[
          ...newForVendor(vendor.vendorId),
          { label: 'Check a document', icon: ScanText, onChoose: () => setChecking(true) },
          {
            label: 'Save report',
            icon: Download,
            apart: true,
            disabled: saving,
            onChoose: () => onSave(false),
          },
          {
            label: 'Save report with documents',
            detail: 'Attaches the files on file, nothing hidden',
            icon: Paperclip,
            disabled: saving,
            onChoose: () => onSave(true),
          },
        ]}
      />
      {checking ? <CheckDocument vendor={vendor} onClose={() => setChecking(false)} /> : null}
    </header>
  );
}

/** What can be begun for a vendor, also for one without an ID. */
export const newForVendor = (subject: string): MenuChoice[] => [
  { label: 'Verify a license', icon: BadgeCheck, to: licenseForm(subject) },
  {
    label: 'Look up a document',
    icon: FileSearch,
    to: { screen: 'documents', path: ['add'], query: { vendor: subject } },
  },
];

function Way({ icon, text, missing }: { icon: LucideIcon; text: string | null; missing: string }) {
  return (
    <span className="within inline-row gap-6 narrows" title={text ?? missing}>
      <Icon of={icon} size={14} />
      <span className="within narrows one-line">{text ?? missing}</span>
    </span>
  );
}

function Freshness({ fetchedAt, refreshing, problem, onRefresh }: Refresh & { fetchedAt: number }) {
  const offline = useOffline();
  return (
    <div className={`${cls('freshness')} right`}>
      <p className="faint-note row to-end gap-8 least-28">
        <span>
          Fetched <TimeText at={fetchedAt} form="ago" />, <TimeText at={fetchedAt} form="detail" />
        </span>
        <LinkButton size="small" icon={RefreshCw} pending={refreshing} disabled={offline} onPress={onRefresh}>
          {offline ? 'Refresh when online' : 'Refresh'}
        </LinkButton>
      </p>
      {problem === null ? null : (
        <p role="alert" className="negative note above-2">
          {problem}
        </p>
      )}
    </div>
  );
}
