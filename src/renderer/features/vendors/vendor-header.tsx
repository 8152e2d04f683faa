import {
  BadgeCheck,
  ChevronRight,
  Download,
  FileSearch,
  HardHat,
  Mail,
  Phone,
  RefreshCw,
  ScanText,
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { displayName, filled, getName } from '#shared/foreign-text.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { cameAt } from '#shared/service/reading.ts';
import {
  getSpecialties,
  type Specialty,
  type VendorProfile,
  type VendorService,
} from '#shared/service/vendor-profile.ts';
import { ParentLink } from '../../components/page.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { bindClasses } from '../../class-names.ts';
import { AsItCame, UnexpectedForm, useStray, type Path } from '../../components/as-it-came.tsx';
import { Button } from '../../components/button.tsx';
import { useFolded } from '../../components/folded.tsx';
import { Icon } from '../../components/icon.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { navigate } from '../../stores/navigation.ts';
import { useOffline } from '../../stores/sync.ts';
import styles from './vendor-header.module.css';

const cls = bindClasses(styles);

function getContact({ firstName, lastName }: VendorProfile): string {
  return [firstName, lastName]
    .map(displayName)
    .filter((part) => part !== null)
    .join(' ');
}

function getInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

/** Who the vendor is, what it does, how old this copy is, and what can be begun from here. */
export function VendorHeader({
  vendor,
  refreshing,
  problem,
  onRefresh,
  saving,
  onSave,
}: {
  vendor: StoredVendor;
  refreshing: boolean;
  /** Why the last refresh brought nothing; the values shown stay. */
  problem: string | null;
  onRefresh: () => void;
  /** Whether the report is being made. */
  saving: boolean;
  onSave: () => void;
}) {
  const { value } = vendor.profile;
  const contact = getContact(value);
  const title = getName(value.companyName, contact, value.email, vendor.vendorId);
  const query = { vendor: vendor.vendorId };
  return (
    <header className={cls('header')}>
      <span aria-hidden className={cls('tile')}>
        {getInitials(title)}
      </span>
      <div className={cls('words')}>
        <div className={cls('line')}>
          <ParentLink label="Vendors" target={{ screen: 'vendors' }} />
          <Icon of={ChevronRight} size={14} />
          <PageHeading className={cls('title')} title={title} />
          <WithInvite fromInvite={vendor.fromInvite} />
        </div>
        <p className={cls('line', 'contact')}>
          <span className={`${cls('oneLine')} one-line`} title={contact}>
            <strong>{contact === '' ? 'No contact given' : contact}</strong>
            {filled(value.jobTitle) === null ? ', job title not given' : `, ${value.jobTitle}`}
          </span>
          <Way icon={Mail} text={filled(value.email)} missing="Email not given" />
          <Way icon={Phone} text={filled(value.phoneNumber)} missing="Phone not given" />
        </p>
        <Services profile={vendor.profile} />
      </div>
      <div className={cls('side')}>
        <div className={cls('actions')}>
          <Button icon={Download} pending={saving} onPress={onSave}>
            Save report
          </Button>
          <Button
            icon={BadgeCheck}
            onPress={() => navigate({ screen: 'verifications', path: ['new'], query })}
          >
            Verify a license
          </Button>
          <Button icon={FileSearch} onPress={() => navigate({ screen: 'documents', path: ['add'], query })}>
            Look up a document
          </Button>
          <DocumentCheck vendor={vendor} />
        </div>
        <Freshness
          fetchedAt={vendor.fetchedAt}
          refreshing={refreshing}
          problem={problem}
          onRefresh={onRefresh}
        />
      </div>
    </header>
  );
}

const CheckDocument = lazy(async () => ({
  default: (await import('../paper/check-document.tsx')).CheckDocument,
}));

/** Checks a document on this computer before it is sent anywhere. */
function DocumentCheck({ vendor }: { vendor: StoredVendor }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={ScanText} onPress={() => setOpen(true)}>
        Check a document
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <CheckDocument vendor={vendor} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Way({ icon, text, missing }: { icon: LucideIcon; text: string | null; missing: string }) {
  return (
    <span className={cls('way')} title={text ?? missing}>
      <Icon of={icon} size={14} />
      <span className={`${cls('oneLine')} one-line`}>{text ?? missing}</span>
    </span>
  );
}

/** The words that came with the invite's answer: the profile itself holds none. */
function WithInvite({ fromInvite }: { fromInvite: StoredVendor['fromInvite'] }) {
  if (fromInvite === null) return null;
  const { entryId, complianceStatus, vendorStatus, at } = fromInvite;
  return (
    <span className={cls('status')}>
      {filled(complianceStatus) === null ? null : <ServiceWord word={complianceStatus} />}
      {filled(vendorStatus) === null ? null : <ServiceWord word={vendorStatus} />}
      <Button variant="link" size="small" onPress={() => navigate({ screen: 'invites', path: [entryId] })}>
        with the invite, <TimeText at={at} />
      </Button>
    </span>
  );
}

function Services({ profile }: { profile: StoredVendor['profile'] }) {
  const offered = profile.value.services ?? [];
  const others = profile.value.specialties ?? [];
  const { shown, fold } = useFolded<ReactNode>(
    [
      ...offered.map((service, index) => (
        <li key={`${service.id ?? ''} ${index}`} className={cls('tag')}>
          <ServiceTag
            service={service}
            specialties={getSpecialties(profile, index)}
            path={['services', cameAt(profile.validationIssues, ['services'], index), 'specialties']}
          />
        </li>
      )),
      ...others.map((specialty, index) => (
        <li
          key={`${specialty.id ?? ''} ${index} other`}
          className={cls('tag', 'specialty')}
          title={idText(specialty.id)}
        >
          <TagLabel title={specialty.title} missing="Specialty without a title" />
        </li>
      )),
    ],
    fewTags,
  );
  if (offered.length === 0 && others.length === 0) {
    return (
      <p className="faint">
        <AsItCame path={['services']}>Services and specialties not given</AsItCame>
      </p>
    );
  }
  return (
    <>
      <ul className={cls('tags')} aria-label="Services and specialties">
        {shown}
      </ul>
      {fold === null ? null : <p>{fold}</p>}
    </>
  );
}

/** So many services and specialties of a long list are shown at first. */
const fewTags = 8;

/** A title of one line; the whole of it stands in a tooltip. */
function TagLabel({ title, missing }: { title: string | null | undefined; missing: string }) {
  const words = filled(title) ?? missing;
  return (
    <span className={`${cls('oneLine')} one-line`} title={words}>
      {words}
    </span>
  );
}

function idText(id: string | null | undefined): string {
  return id == null ? 'No ID given' : `ID ${id}`;
}

/** A service with its specialty. The service names its icons in words of its own, so one icon stands for all. */
function ServiceTag({
  service,
  specialties,
  path,
}: {
  service: VendorService;
  specialties: readonly Specialty[];
  /** Where its specialty stands in the answer. */
  path: Path;
}) {
  const { title, icon } = service;
  const stray = useStray(path);
  const named = icon == null || icon === '' ? idText(service.id) : `${idText(service.id)}, icon “${icon}”`;
  return (
    <span className={cls('service')} title={named}>
      <span className={cls('serviceTitle')}>
        <Icon of={HardHat} size={14} />
        <TagLabel title={title} missing="Service without a title" />
      </span>
      {specialties.map((specialty, index) => (
        <span
          key={`${specialty.id ?? ''} ${index}`}
          className={cls('serviceSpecialty')}
          title={idText(specialty.id)}
        >
          <TagLabel title={specialty.title} missing="Specialty without a title" />
        </span>
      ))}
      {specialties.length === 0 ? <AsItCame path={path} /> : stray === null ? null : <UnexpectedForm />}
    </span>
  );
}

function Freshness({
  fetchedAt,
  refreshing,
  problem,
  onRefresh,
}: {
  fetchedAt: number;
  refreshing: boolean;
  problem: string | null;
  onRefresh: () => void;
}) {
  const offline = useOffline();
  return (
    <div className={cls('freshness')}>
      <p className={cls('age')}>
        <span>
          Fetched <TimeText at={fetchedAt} form="ago" />, <TimeText at={fetchedAt} form="detail" />
        </span>
        <Button
          variant="link"
          size="small"
          icon={RefreshCw}
          pending={refreshing}
          disabled={offline}
          onPress={onRefresh}
        >
          {offline ? 'Refresh when online' : 'Refresh'}
        </Button>
      </p>
      {problem === null ? null : (
        <p role="alert" className={cls('problem')}>
          {problem}
        </p>
      )}
    </div>
  );
}
