import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { isolated } from '#shared/base/foreign-text.ts';
import { compareWithProfile, type ProfileRow } from '#shared/comparison/profile.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { getEmployerId, type EmployerId } from '#shared/service/employer-id.ts';
import { hasField, type DocumentField, type DocumentResult } from '#shared/service/document-result.ts';
import type { Reading } from '#shared/service/reading.ts';
import { bindClasses } from '../../class-names.ts';
import { AsItCame } from '../../components/as-it-came.tsx';
import { SmallButton } from '../../components/button.tsx';
import { DifferingText, VerdictMessage } from '../../components/differing-text.tsx';
import { YesNo } from '../../components/fact-list.tsx';
import { LongText } from '../../components/long-text.tsx';
import { ServiceDate, TimeText } from '../../components/time-text.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useWindowFocused } from '../../stores/window-state.ts';
import { DocumentVendor } from './assign-vendor.tsx';
import { isProcessing, type DetailProps } from './document-labels.ts';
import styles from './read-fields.module.css';

const cls = bindClasses(styles);

interface ReadFieldsProps extends DetailProps {
  reading: Reading<DocumentResult>;
  vendor: StoredVendor | null;
  reveal: Reveal;
}

/** Fields read from the document, compared with the vendor's profile. */
export function ReadFields({ detail, reading, vendor, reveal, onChanged }: ReadFieldsProps) {
  const data = reading.value.data ?? {};
  const profile = vendor?.profile.value ?? null;
  const waits = isProcessing(detail);
  const shows = (field: DocumentField) => waits || hasField(reading, field);
  const rows = compareWithProfile(data, profile).filter(({ field }) => shows(field));
  const missing = waits ? 'Not yet' : 'Not found';
  const { federalTaxClassification: classes, otherBox, dateSigned } = data;
  const id = getEmployerId(reading);
  /** Fields that a profile does not have, by their names in the answer. */
  const all: { field: DocumentField; label: string; value: ReactNode }[] = [
    {
      field: 'federalTaxClassification',
      label: 'Tax classification',
      value: classes?.length ? <LongText>{classes.map(isolated).join(', ')}</LongText> : null,
    },
    {
      field: 'employerIdentificationNumber',
      label: 'Employer ID (EIN)',
      value: id === null ? null : <EmployerIdRow id={id} reveal={reveal} />,
    },
    {
      field: 'otherBox',
      label: '“Other” box',
      value: otherBox == null ? <YesNo value={null} /> : otherBox ? 'Checked' : 'Not checked',
    },
    { field: 'isSigned', label: 'Signed', value: <YesNo value={data.isSigned} /> },
    {
      field: 'dateSigned',
      label: 'Date signed',
      value: dateSigned ? <ServiceDate text={dateSigned} /> : null,
    },
  ];
  const careful = all.filter(({ field }) => shows(field));
  return (
    <section className={`${cls('fields')} ruled-below`}>
      <div className={`${cls('head')} row-baseline wrap between below-6`}>
        <h2 className="unbroken">Read from the document</h2>
        {vendor === null ? null : (
          <span className="faint-note">
            Profile fetched <TimeText at={vendor.fetchedAt} form="ago" />
          </span>
        )}
      </div>
      <dl>
        {rows.map((row) => (
          <ComparedField key={row.field} row={row} compared={profile !== null} missing={missing} />
        ))}
      </dl>
      <DocumentVendor key={detail.jobId} detail={detail} kept={vendor !== null} onChanged={onChanged} />
      {careful.length > 0 || rows.length === 0 ? (
        <p className={`${cls('care')} faint-note ruled-above`}>
          {careful.length === 0
            ? 'The service read no field from this document.'
            : 'Not in the profile; check against the document'}
        </p>
      ) : null}
      <dl>
        {careful.map(({ field, label, value }) => (
          <Field key={field} field={field} label={label} missing={missing}>
            {value}
          </Field>
        ))}
      </dl>
    </section>
  );
}

interface FieldProps {
  field: DocumentField;
  label: string;
  missing: string;
  children: ReactNode;
}

function Field({ field, label, missing, children }: FieldProps) {
  // The employer ID must stay masked.
  const path = field === 'employerIdentificationNumber' ? [] : ['data', field];
  return (
    <div className={`${cls('field')} grid columns-12 pad-3-0`}>
      <dt className="faint">{label}</dt>
      <dd className="narrows medium breakable">
        <AsItCame path={path}>{children ?? <span className="faint regular">{missing}</span>}</AsItCame>
      </dd>
    </div>
  );
}

function ComparedField({ row, compared, missing }: { row: ProfileRow; compared: boolean; missing: string }) {
  const { found } = row.comparison;
  return (
    <div className={`${cls('field', 'ruled')} ruled-above grid columns-12 pad-3-0`}>
      <dt className="faint">{row.label}</dt>
      <dd className="narrows medium breakable">
        {found.text === null ? (
          <span className="faint regular">{missing}</span>
        ) : compared ? (
          <DifferingText side={found} />
        ) : (
          <LongText>{found.text}</LongText>
        )}
        {compared ? <ProfileVerdict row={row} /> : null}
      </dd>
    </div>
  );
}

export function ProfileVerdict({ row }: { row: ProfileRow<string> }) {
  const { verdict, submitted } = row.comparison;
  return (
    <>
      <span className="block">
        <VerdictMessage verdict={verdict} words={row.words} />
      </span>
      {verdict !== 'same' && verdict !== 'same_written_differently' && submitted.text !== null ? (
        <span className={`${cls('held')} regular block`}>
          <span className="faint-note">Profile</span> <DifferingText side={submitted} />
        </span>
      ) : null}
      <span className="visually-hidden">{row.spoken}</span>
    </>
  );
}

/** The employer ID: masked, until a person asks to see it. */
export function EmployerIdRow({
  id,
  reveal: { revealed, byKey, toggle },
}: {
  id: EmployerId;
  reveal: Reveal;
}) {
  useShortcut(shortcutKeys.reveal, toggle, { enabled: byKey });
  return (
    <span className={`${cls('employer')} row between gap-8`}>
      <span role="status" className={`${cls('digits')} figures`}>
        <span aria-hidden>{revealed ? id.revealed : id.masked}</span>
        <span className="visually-hidden">{revealed ? id.spokenRevealed : id.spokenMasked}</span>
      </span>
      {id.note === null ? null : <span className="faint-note">{id.note}</span>}
      <SmallButton
        icon={revealed ? EyeOff : Eye}
        {...(byKey ? { keys: shortcutKeys.reveal } : {})}
        onPress={toggle}
      >
        {revealed ? 'Hide' : 'Reveal'}
        <span className="visually-hidden"> the employer ID</span>
      </SmallButton>
    </span>
  );
}

const revealedMs = 30_000;

export type Reveal = ReturnType<typeof useReveal>;

/** Whether masked text is shown: for 30 seconds, and until another document opens or the window is left. */
export function useReveal(jobId: string, byKey = true) {
  const focused = useWindowFocused();
  const [shown, setShown] = useState<{ jobId: string } | null>(null);
  if (shown !== null && (shown.jobId !== jobId || !focused)) setShown(null);
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(() => setShown(null), revealedMs);
    return () => clearTimeout(timer);
  }, [shown]);
  const revealed = shown !== null && shown.jobId === jobId && focused;
  const hide = () => setShown(null);
  return { revealed, byKey, hide, toggle: revealed ? hide : () => setShown({ jobId }) };
}
