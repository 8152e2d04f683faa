import { ScanText } from 'lucide-react';
import { useState } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import { verificationFields } from '#shared/outbox/request-fields.ts';
import { isToRetake } from '#shared/ocr/judge-page.ts';
import { readLicenseFields, type ReadableField } from '#shared/ocr/license-fields.ts';
import { SmallButton } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Checkbox } from '../../components/toggles.tsx';
import { useWorkspace } from '../../stores/session.ts';
import { PageQualityReport } from './page-quality.tsx';
import { PaperPanel } from './paper-panel.tsx';
import { usePaperReader } from './paper-reader.ts';
import type { ReadField, ReadPage } from './read-page.ts';
import { FieldNotes, fieldText, onPage, Snippet } from './read-field.tsx';

type ReadValues = Readonly<Record<ReadableField, string>>;

interface FillFromDocumentProps {
  values: ReadValues;
  onFill: (filled: Partial<ReadValues>) => void;
}

/** Reads a license on this computer and offers its values for the form, unsure ones unselected. Nothing is kept or sent. */
export function FillFromDocument({ values, onFill }: FillFromDocumentProps) {
  const { scoreThreshold } = useWorkspace().settings;
  const [ticked, setTicked] = useState<ReadonlySet<ReadableField>>(new Set());
  const reader = usePaperReader<ReadableField>({
    expected: 'license',
    readFields: readLicenseFields,
    onRead({ fields, judged }) {
      const isReliable = judged === null || !isToRetake(judged.quality, scoreThreshold);
      const filledAtOnce = isReliable ? fields.filter((field) => isFilledAtOnce(field, values)) : [];
      setTicked(new Set(filledAtOnce.map(({ field }) => field)));
    },
  });
  const { phase } = reader;
  const chosen =
    phase.kind === 'read'
      ? phase.fields.filter(({ field, value }) => ticked.has(field) && values[field] !== value)
      : [];
  return (
    <div className="above-8">
      <PaperPanel
        label="Fill in from a document"
        what="a photo, a scan or a PDF of the license"
        failed="Nothing was filled in. Try another copy, or type the details."
        reader={reader}
        actions={
          phase.kind === 'read' && phase.fields.length > 0 ? (
            <SmallButton
              variant="primary"
              icon={ScanText}
              disabled={chosen.length === 0}
              onPress={() => onFill(Object.fromEntries(chosen.map(({ field, value }) => [field, value])))}
            >
              {`Fill in ${pluralize(chosen.length, 'field')}`}
            </SmallButton>
          ) : null
        }
      >
        {phase.kind === 'read' ? (
          <>
            {phase.judged === null ? null : <PageQualityReport judged={phase.judged} />}
            <Found
              page={phase}
              values={values}
              ticked={ticked}
              onTick={(field, on) =>
                setTicked((now) => new Set(on ? [...now, field] : [...now].filter((one) => one !== field)))
              }
            />
          </>
        ) : null}
      </PaperPanel>
    </div>
  );
}

/** A person decides about a field that already has another value. */
const isFilledAtOnce = ({ field, value, sure }: ReadField<ReadableField>, values: ReadValues): boolean =>
  sure && (values[field] === '' || values[field] === value);

interface FoundProps {
  page: ReadPage<ReadableField>;
  values: ReadValues;
  ticked: ReadonlySet<ReadableField>;
  onTick: (field: ReadableField, on: boolean) => void;
}

function Found({ page: { fields, page, pages }, values, ticked, onTick }: FoundProps) {
  const where = onPage(page, pages);
  if (fields.length === 0) {
    return (
      <MessageBlock tone="cau" slim live title={`No details of a license were found${where}.`}>
        Try a sharper or straighter picture, or type the details.
      </MessageBlock>
    );
  }
  return (
    <>
      <p className="medium" role="status">
        {`${pluralize(fields.length, 'field')} found${where}. Compare each with its picture before you submit.`}
      </p>
      <ul className="stack">
        {fields.map(({ field, value, sure, snippet }) => {
          const { label } = verificationFields[field];
          const shown = fieldText(value);
          const now = values[field];
          return (
            <li key={field} className="row wrap ruled-above gap-8-12 pad-8-0">
              <Checkbox
                checked={ticked.has(field) || now === value}
                disabled={now === value}
                onChange={(on) => onTick(field, on)}
                label={`Fill in ${label}: ${shown}`}
              />
              <span className="stack narrows breakable grows basis-220">
                <span className="faint">{label}</span>
                <span className="medium">{shown}</span>
                <FieldNotes field={field} value={value} sure={sure} />
                {now === '' ? null : (
                  <span className="faint-note">
                    {now === value ? 'In the form.' : `Now in the form: ${fieldText(now)}`}
                  </span>
                )}
              </span>
              <Snippet source={snippet} label={label} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
