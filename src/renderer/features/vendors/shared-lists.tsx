import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { bindClasses } from '../../class-names.ts';
import { LongText, useFolded } from '../../components/long-text.tsx';
import { Icon } from '../../components/icon.tsx';
import styles from './vendor-page.module.css';

const cls = bindClasses(styles);

const fewEntries = 20;

type List = readonly string[] | null | undefined;

const whereLabels: Record<MergedEntry['where'], string | null> = {
  profile: null,
  both: 'also in enrollment',
  enrollment: 'in enrollment only',
};

/** The vendor's job sites. They come with the profile and with the enrollment and are shown once. */
export function JobSites({ own, enrolled }: { own: List; enrolled: List }) {
  return (
    <MergedList title="Job sites" missing="No job sites given" own={own} enrolled={enrolled}>
      {(text) => (
        <>
          <Icon of={MapPin} size={14} />
          <span className="narrows">
            <LongText>{text}</LongText>
          </span>
        </>
      )}
    </MergedList>
  );
}

/** The vendor's minority tags, shown once like its job sites. */
export function MinorityTags({ own, enrolled }: { own: List; enrolled: List }) {
  return (
    <MergedList
      title="Minority tags"
      missing="No minority tags given"
      note="Shown as the vendor entered them."
      own={own}
      enrolled={enrolled}
    >
      {(text) => (
        <span className={`${cls('tag')} surface small narrows boxed round-chip`}>
          <LongText>{text}</LongText>
        </span>
      )}
    </MergedList>
  );
}

function MergedList({
  title,
  missing,
  note,
  own,
  enrolled,
  children,
}: {
  title: string;
  missing: string;
  note?: string;
  own: List;
  enrolled: List;
  children: (text: string) => ReactNode;
}) {
  const entries = mergeLists(own, enrolled);
  const { shown, fold } = useFolded(entries, fewEntries);
  return (
    <section className={`${cls('part')} ruled-below`}>
      <h2 className={`${cls('heading')} size-13`}>
        {title} <span className="faint regular">{entries.length}</span>
      </h2>
      {entries.length === 0 ? (
        <p className="faint">{missing}</p>
      ) : (
        <>
          <ul className={`${cls('merged')} stack gap-6`}>
            {shown.map((entry) => (
              <li key={entry.text}>
                <span className={`${cls('entry')} gap-8 narrows breakable`}>{children(entry.text)}</span>
                <span className={`${cls('where')} faint note`}>{whereLabels[entry.where]}</span>
              </li>
            ))}
          </ul>
          {fold}
          {note === undefined ? null : <p className={`${cls('where')} faint note`}>{note}</p>}
        </>
      )}
    </section>
  );
}

/** An entry of a list that comes twice: with the profile and with the enrollment. */
interface MergedEntry {
  text: string;
  where: 'profile' | 'both' | 'enrollment';
}

/** Joins the profile's list with the enrollment's, each entry once, in the order of the profile. */
export function mergeLists(
  own: readonly string[] | null | undefined,
  enrolled: readonly string[] | null | undefined,
): MergedEntry[] {
  const ofProfile = new Set(own ?? []);
  const ofEnrollment = new Set(enrolled ?? []);
  return [
    ...[...ofProfile].map((text): MergedEntry => ({
      text,
      where: ofEnrollment.has(text) ? 'both' : 'profile',
    })),
    ...[...ofEnrollment]
      .filter((text) => !ofProfile.has(text))
      .map((text): MergedEntry => ({ text, where: 'enrollment' })),
  ];
}
