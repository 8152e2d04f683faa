import { HardHat } from 'lucide-react';
import type { ReactNode } from 'react';
import { filled } from '#shared/base/foreign-text.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { cameAt } from '#shared/service/reading.ts';
import { getSpecialties, type Specialty, type VendorService } from '#shared/service/vendor-profile.ts';
import { AsItCame, UnexpectedForm, useStray, type Path } from '../../components/as-it-came.tsx';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { useFolded } from '../../components/long-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { navigate } from '../../stores/navigation.ts';
import pageStyles from './vendor-page.module.css';
import styles from './vendor-header.module.css';

const cls = bindClasses(styles);
const page = bindClasses(pageStyles);

/** The words that came with the invite's answer: the profile itself holds none. */
export function ServiceSays({ fromInvite }: { fromInvite: StoredVendor['fromInvite'] }) {
  if (fromInvite === null) return null;
  const { entryId, complianceStatus, vendorStatus, at } = fromInvite;
  return (
    <section className={`${page('part')} ruled-below`}>
      <h2 className={`${page('heading')} size-13`}>Service says</h2>
      <p className={`${cls('status')} within inline-row wrap narrows`}>
        {filled(complianceStatus) === null ? null : <ServiceWord word={complianceStatus} />}
        {filled(vendorStatus) === null ? null : <ServiceWord word={vendorStatus} />}
        <Button variant="link" size="small" onPress={() => navigate({ screen: 'invites', path: [entryId] })}>
          With the invite, <TimeText at={at} />
        </Button>
      </p>
    </section>
  );
}

export function Services({ profile }: { profile: StoredVendor['profile'] }) {
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
          className={`${cls('tag', 'specialty')} inline-row note`}
          title={idText(specialty.id)}
        >
          <TagLabel title={specialty.title} missing="Specialty without a title" />
        </li>
      )),
    ],
    fewTags,
  );
  return (
    <section className={`${page('part')} ruled-below`}>
      <h2 className={`${page('heading')} size-13`}>Services</h2>
      {offered.length === 0 && others.length === 0 ? (
        <p className="faint">
          <AsItCame path={['services']}>Not provided</AsItCame>
        </p>
      ) : (
        <ul className={`${cls('tags')} scrolls flow gap-6 above-4`} aria-label="Services and specialties">
          {shown}
        </ul>
      )}
      {fold === null ? null : <p>{fold}</p>}
    </section>
  );
}

const fewTags = 8;

/** A title of one line; the whole of it stands in a tooltip. */
function TagLabel({ title, missing }: { title: string | null | undefined; missing: string }) {
  const words = filled(title) ?? missing;
  return (
    <span className="within narrows one-line" title={words}>
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
    <span className={`${cls('service')} inline-row note`} title={named}>
      <span className={`${cls('serviceTitle')} inline-row gap-6 narrows medium pad-4-8`}>
        <Icon of={HardHat} size={14} />
        <TagLabel title={title} missing="Service without a title" />
      </span>
      {specialties.map((specialty, index) => (
        <span
          key={`${specialty.id ?? ''} ${index}`}
          className={`${cls('serviceSpecialty')} narrows quiet`}
          title={idText(specialty.id)}
        >
          <TagLabel title={specialty.title} missing="Specialty without a title" />
        </span>
      ))}
      {specialties.length === 0 ? <AsItCame path={path} /> : stray === null ? null : <UnexpectedForm />}
    </span>
  );
}
