import { HardHat, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { filled, isolated } from '#shared/base/foreign-text.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { cameAt } from '#shared/service/reading.ts';
import {
  getSpecialties,
  type Specialty,
  type VendorLocation as Location,
  type VendorService,
} from '#shared/service/vendor-profile.ts';
import { bindClasses } from '../../class-names.ts';
import { LinkButton } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { LongText, useFolded } from '../../components/long-text.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { AsItCame, UnexpectedForm, useStray, type Path } from '../../components/as-it-came.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { VendorNotes } from '../onboarding/vendor-notes.tsx';
import tagStyles from './vendor-header.module.css';
import styles from './vendor-page.module.css';

const cls = bindClasses(styles);
const tags = bindClasses(tagStyles);

const fewTags = 8;
const fewEntries = 20;

export function VendorSide({ vendor: { vendorId, profile, fromInvite } }: { vendor: StoredVendor }) {
  const { location, jobSites, minorityTags, enrollmentDetails: enrolled } = profile.value;
  return (
    <aside
      className={`${cls('side')} subtle edge-left`}
      aria-label="Follow-up, history, services, location, job sites and tags"
    >
      <div className={`${cls('part')} ruled-below`}>
        <VendorNotes subject={vendorId} />
      </div>
      <ServiceSays fromInvite={fromInvite} />
      <Services profile={profile} />
      <VendorLocation location={location} />
      <MergedList title="Job sites" own={jobSites} enrolled={enrolled?.jobSites}>
        {(text) => (
          <>
            <Icon of={MapPin} size={14} />
            <span className="narrows">
              <LongText>{text}</LongText>
            </span>
          </>
        )}
      </MergedList>
      <MergedList
        title="Minority tags"
        note="Shown as the vendor entered them."
        own={minorityTags}
        enrolled={enrolled?.minorityTags}
      >
        {(text) => (
          <span className={`${cls('tag')} surface small narrows boxed round-chip`}>
            <LongText>{text}</LongText>
          </span>
        )}
      </MergedList>
    </aside>
  );
}

function Part({ title, id, children }: { title: ReactNode; id?: string; children: ReactNode }) {
  return (
    <section className={`${cls('part')} ruled-below`}>
      <h2 id={id} className={`${cls('heading')} size-13`}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The words that came with the invite's answer: the profile itself holds none. */
function ServiceSays({ fromInvite }: { fromInvite: StoredVendor['fromInvite'] }) {
  if (fromInvite === null) return null;
  const { entryId, complianceStatus, vendorStatus, at } = fromInvite;
  return (
    <Part title="Service says">
      <p className={`${tags('status')} within inline-row wrap narrows`}>
        {filled(complianceStatus) === null ? null : <ServiceWord word={complianceStatus} />}
        {filled(vendorStatus) === null ? null : <ServiceWord word={vendorStatus} />}
        <LinkButton size="small" to={{ screen: 'invites', path: [entryId] }}>
          With the invite, <TimeText at={at} />
        </LinkButton>
      </p>
    </Part>
  );
}

function Services({ profile }: { profile: StoredVendor['profile'] }) {
  const offered = (profile.value.services ?? []).map((service, index) => (
    <li key={`${service.id ?? ''} ${index}`} className={tags('tag')}>
      <ServiceTag
        service={service}
        specialties={getSpecialties(profile, index)}
        path={['services', cameAt(profile.validationIssues, ['services'], index), 'specialties']}
      />
    </li>
  ));
  const others = (profile.value.specialties ?? []).map((specialty, index) => (
    <li
      key={`${specialty.id ?? ''} ${index} other`}
      className={`${tags('tag', 'specialty')} inline-row note`}
      title={idText(specialty.id)}
    >
      <TagLabel title={specialty.title} missing="Specialty without a title" />
    </li>
  ));
  const all = [...offered, ...others];
  const { shown, fold } = useFolded(all, fewTags);
  return (
    <Part title="Services">
      {all.length === 0 ? (
        <p className="faint">
          <AsItCame path={['services']}>Not provided</AsItCame>
        </p>
      ) : (
        <ul className={`${tags('tags')} scrolls flow gap-6 above-4`} aria-label="Services and specialties">
          {shown}
        </ul>
      )}
      {fold === null ? null : <p>{fold}</p>}
    </Part>
  );
}

/** A title on one line, in full in its tooltip. */
function TagLabel({ title, missing }: { title: string | null | undefined; missing: string }) {
  const words = filled(title) ?? missing;
  return (
    <span className="within narrows one-line" title={words}>
      {words}
    </span>
  );
}

const idText = (id: string | null | undefined): string => (id == null ? 'No ID given' : `ID ${id}`);

interface ServiceTagProps {
  service: VendorService;
  specialties: readonly Specialty[];
  /** Where its specialty is in the answer. */
  path: Path;
}

/** A service with its specialty. The service has its own names for icons, so all get the same one. */
function ServiceTag({ service: { id, title, icon }, specialties, path }: ServiceTagProps) {
  const stray = useStray(path);
  const named = icon == null || icon === '' ? idText(id) : `${idText(id)}, icon “${icon}”`;
  return (
    <span className={`${tags('service')} inline-row note`} title={named}>
      <span className={`${tags('serviceTitle')} inline-row gap-6 narrows medium pad-4-8`}>
        <Icon of={HardHat} size={14} />
        <TagLabel title={title} missing="Service without a title" />
      </span>
      {specialties.map((specialty, index) => (
        <span
          key={`${specialty.id ?? ''} ${index}`}
          className={`${tags('serviceSpecialty')} narrows quiet`}
          title={idText(specialty.id)}
        >
          <TagLabel title={specialty.title} missing="Specialty without a title" />
        </span>
      ))}
      {specialties.length === 0 ? <AsItCame path={path} /> : stray === null ? null : <UnexpectedForm />}
    </span>
  );
}

/** Where the vendor is: the coordinates as text, and the address. No map is loaded. */
function VendorLocation({ location }: { location: Location | null | undefined }) {
  const lines = addressLines(location ?? {});
  const { lat = null, lng = null } = location ?? {};
  const isGiven = lat !== null || lng !== null;
  const latCame = useStray(['location', 'lat']);
  return (
    <Part id="vendor-location" title="Location">
      {isGiven ? <Coordinates lat={lat} lng={lng} /> : null}
      <p className={isGiven ? undefined : 'faint'}>
        <AsItCame path={['location', 'lat']} />
        <AsItCame path={['location', 'lng']}>
          {isGiven || latCame !== null ? null : 'Coordinates not given'}
        </AsItCame>
      </p>
      {lines.length === 0 ? (
        <p className={`${cls('address')} faint above-10`}>
          <AsItCame path={['location']}>Address not given</AsItCame>
        </p>
      ) : (
        <address className={`${cls('address')} above-10`}>
          {lines.map((line, index) => (
            <span key={`${index} ${line}`} className="block">
              <LongText>{line}</LongText>
            </span>
          ))}
        </address>
      )}
    </Part>
  );
}

function Coordinates({ lat, lng }: { lat: number | null; lng: number | null }) {
  const onEarth = lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  // A true minus sign is as wide as the figures.
  const [north, east] = [lat, lng].map((figure) => figure?.toString().replace('-', '−') ?? 'not given');
  return (
    <p className={`${cls('coordinates')} surface card row wrap gap-2 small`}>
      <span className={`${cls('figures')} grows figures unbroken`}>{`${north}, ${east}`}</span>
      {onEarth ? (
        <>
          <CopyButton text={`${lat}, ${lng}`} what="the coordinates" word="Copy" />
          <OutsideLink url={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`}>
            Open in maps
          </OutsideLink>
        </>
      ) : (
        <span className="faint">Not a place on a map</span>
      )}
    </p>
  );
}

const joined = (parts: readonly (string | null | undefined)[], by: string): string =>
  parts
    .map(filled)
    .filter((part) => part !== null)
    .map(isolated)
    .join(by);

/** The address as written on an envelope: building, street, place. Lines without content are left out. */
function addressLines(location: Location): string[] {
  const { building, street, streetAddressLine2, cityName, stateCode, postalCode } = location;
  return [
    joined([building], ''),
    joined([street, streetAddressLine2], ', '),
    joined([cityName, joined([stateCode, postalCode], ' ')], ', '),
  ].filter((line) => line !== '');
}

type List = readonly string[] | null | undefined;

/** A list that comes with the profile and with the enrollment, each entry once, in the order of the profile. */
export function mergeLists(own: List, enrolled: List) {
  const [ofProfile, ofEnrollment] = [new Set(own), new Set(enrolled)];
  return [...new Set([...ofProfile, ...ofEnrollment])].map((text) => {
    if (!ofProfile.has(text)) return { text, where: 'enrollment' } as const;
    return { text, where: ofEnrollment.has(text) ? 'both' : 'profile' } as const;
  });
}

const whereLabels = { profile: null, both: 'also in enrollment', enrollment: 'in enrollment only' };

interface MergedListProps {
  title: string;
  note?: string;
  own: List;
  enrolled: List;
  children: (text: string) => ReactNode;
}

function MergedList({ title, note, own, enrolled, children }: MergedListProps) {
  const entries = mergeLists(own, enrolled);
  const { shown, fold } = useFolded(entries, fewEntries);
  const heading = (
    <>
      {title} <span className="faint regular">{entries.length}</span>
    </>
  );
  const isEmpty = entries.length === 0;
  return (
    <Part title={heading}>
      {isEmpty ? (
        <p className="faint">{`No ${title.toLowerCase()} given`}</p>
      ) : (
        <ul className={`${cls('merged')} stack gap-6`}>
          {shown.map(({ text, where }) => (
            <li key={text}>
              <span className={`${cls('entry')} gap-8 narrows breakable`}>{children(text)}</span>
              <span className={`${cls('where')} faint note`}>{whereLabels[where]}</span>
            </li>
          ))}
        </ul>
      )}
      {fold}
      {note === undefined || isEmpty ? null : <p className={`${cls('where')} faint note`}>{note}</p>}
    </Part>
  );
}
