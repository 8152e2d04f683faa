import type { ReactNode } from 'react';
import { compareWithProfile, type ProfileRow } from '#shared/comparison/profile.ts';
import { getEmployerId } from '#shared/service/employer-id.ts';
import { isolated } from '#shared/base/foreign-text.ts';
import { hasField, type DocumentField } from '#shared/service/form-fields.ts';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import type { Reading } from '#shared/service/reading.ts';
import { bindClasses } from '../../class-names.ts';
import { AsItCame } from '../../components/as-it-came.tsx';
import { DifferingText } from '../../components/differing-text.tsx';
import { YesNo } from '../../components/fact-list.tsx';
import { LongText } from '../../components/long-text.tsx';
import { ServiceDate } from '../../components/service-date.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { isProcessing } from './document-labels.ts';
import { DocumentVendor } from './document-vendor.tsx';
import { EmployerIdRow } from './employer-id-row.tsx';
import { ProfileVerdict } from './profile-verdict.tsx';
import styles from './read-fields.module.css';
import type { Reveal } from './reveal.ts';

const cls = bindClasses(styles);

const carefulFields: readonly DocumentField[] = [
  'federalTaxClassification',
  'employerIdentificationNumber',
  'otherBox',
  'isSigned',
  'dateSigned',
];

/** What was read from the document, beside what the vendor's profile holds of it. */
export function ReadFields({
  detail,
  reading,
  vendor,
  reveal,
  onChanged,
}: {
  detail: DocumentDetail;
  reading: Reading<DocumentResult>;
  vendor: StoredVendor | null;
  reveal: Reveal;
  onChanged: (detail: DocumentDetail) => void;
}) {
  const data = reading.value.data ?? {};
  const profile = vendor?.profile.value ?? null;
  const waits = isProcessing(detail);
  const shows = (field: DocumentField) => waits || hasField(reading, field);
  const rows = compareWithProfile(data, profile).filter(({ field }) => shows(field));
  const classification = data.federalTaxClassification ?? [];
  const missing = waits ? 'Not yet' : 'Not found';
  const careful = carefulFields.filter(shows);
  const id = getEmployerId(reading);
  return (
    <section className={`${cls('fields')} ruled-below`}>
      <div className={`${cls('head')} row-baseline wrap between`}>
        <h2 className={`${cls('title')} unbroken`}>Read from the document</h2>
        {vendor === null ? null : (
          <span className={cls('quiet')}>
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
      {rows.length + careful.length > 0 ? null : (
        <p className={`${cls('care')} faint-note ruled-above`}>
          The service read no field from this document.
        </p>
      )}
      {careful.length === 0 ? null : (
        <p className={`${cls('care')} faint-note ruled-above`}>
          Not in the profile; check against the document
        </p>
      )}
      <dl>
        {shows('federalTaxClassification') ? (
          <Field label="Tax classification" name="federalTaxClassification" missing={missing}>
            {classification.length === 0 ? null : (
              <LongText>{classification.map(isolated).join(', ')}</LongText>
            )}
          </Field>
        ) : null}
        {shows('employerIdentificationNumber') ? (
          <Field label="Employer ID (EIN)" name={null} missing={missing}>
            {id === null ? null : (
              <EmployerIdRow
                id={id}
                revealed={reveal.revealed}
                onReveal={reveal.reveal}
                onHide={reveal.hide}
              />
            )}
          </Field>
        ) : null}
        {shows('otherBox') ? (
          <Field label="“Other” box" name="otherBox" missing={missing}>
            {data.otherBox == null ? <YesNo value={null} /> : data.otherBox ? 'Checked' : 'Not checked'}
          </Field>
        ) : null}
        {shows('isSigned') ? (
          <Field label="Signed" name="isSigned" missing={missing}>
            <YesNo value={data.isSigned} />
          </Field>
        ) : null}
        {shows('dateSigned') ? (
          <Field label="Date signed" name="dateSigned" missing={missing}>
            {data.dateSigned == null || data.dateSigned === '' ? null : (
              <ServiceDate text={data.dateSigned} />
            )}
          </Field>
        ) : null}
      </dl>
    </section>
  );
}

function Field({
  label,
  name,
  missing,
  children,
}: {
  label: string;
  /** Its name in the answer; null where it may not be shown as it came. */
  name: string | null;
  missing: string;
  children: ReactNode;
}) {
  return (
    <div className={cls('field')}>
      <dt className="faint">{label}</dt>
      <dd className="narrows medium breakable">
        <AsItCame path={name === null ? [] : ['data', name]}>
          {children ?? <span className="faint regular">{missing}</span>}
        </AsItCame>
      </dd>
    </div>
  );
}

function ComparedField({ row, compared, missing }: { row: ProfileRow; compared: boolean; missing: string }) {
  const { found } = row.comparison;
  return (
    <div className={`${cls('field', 'ruled')} ruled-above`}>
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
