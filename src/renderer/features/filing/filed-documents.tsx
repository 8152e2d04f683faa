import { CalendarPlus, Eye, FileUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pictureTypes } from '#shared/base/picture-file.ts';
import { wantedDay } from '#shared/filing/propose-paper.ts';
import type { FiledDocument } from '#shared/ipc/filing.ts';
import { bindClasses } from '../../class-names.ts';
import { SmallButton } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { useFilesInput } from '../../components/file-input.tsx';
import { Menu } from '../../components/menu.tsx';
import { LoadError, Problem } from '../../components/message-block.tsx';
import { DateField, TextField } from '../../components/text-field.tsx';
import { byWhom, ServiceDate, TimeText, useOwnNames } from '../../components/time-text.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useLive } from '../../stores/live.ts';
import { useJudgingDay } from '../../stores/session.ts';
import { SignedDialog } from '../onboarding/exception-dialogs.tsx';
import { addFiles } from './add-files.ts';
import { PageImage } from './page-image.tsx';
import styles from './filing.module.css';

const cls = bindClasses(styles);

/** The documents on file of a vendor, with ways to open, change, replace and remove them; nothing where there are none. */
export function FiledDocuments({ subject }: { subject: string }) {
  const live = useLive('filing.list', { subject }, ['filing.changed', 'onboarding.changed']);
  const remove = useAction('filing.remove');
  const [dialog, setDialog] = useState<{ what: 'open' | 'change'; id: string } | null>(null);
  const chooser = useFilesInput('A newer document', pictureTypes, addFiles);
  const documents = live.value;
  if (documents === null)
    return <LoadError title="Documents on file couldn’t be loaded." of={live} within={cls('documents')} />;
  if (documents.length === 0) return null;
  const shown = documents.find(({ id }) => id === dialog?.id);
  const close = () => setDialog(null);
  return (
    <section className={`${cls('documents')} ruled-below`} aria-label="Documents on file">
      <div className="row gap-8 below-6">
        <h2 className="size-13">
          Documents on file <span className="faint regular">{documents.length}</span>
        </h2>
        <SmallButton variant="quiet" icon={FileUp} onPress={chooser.choose}>
          File a newer one
        </SmallButton>
        {chooser.input}
      </div>
      <ul className={`${cls('list')} grid`}>
        {documents.map((one) => (
          <li
            key={one.id}
            className={`${cls('document', one.replacedAt !== null && 'replaced')} narrows breakable`}
          >
            <PageImage address={one.address} page={one.firstPage} label={one.kind} />
            <div className="row-top between gap-4">
              <span className="medium narrows">{one.kind}</span>
              <Menu
                label={`More for ${one.kind}`}
                choices={[
                  {
                    label: 'Open',
                    icon: Eye,
                    disabled: one.address === null,
                    onChoose: () => setDialog({ what: 'open', id: one.id }),
                  },
                  {
                    label: 'Change type or dates',
                    icon: CalendarPlus,
                    onChoose: () => setDialog({ what: 'change', id: one.id }),
                  },
                  { label: 'Remove', icon: Trash2, onChoose: () => void remove.run({ ids: [one.id] }) },
                ]}
              />
            </div>
            <Validity document={one} />
          </li>
        ))}
      </ul>
      <Problem error={remove.error} />
      {shown === undefined ? null : dialog?.what === 'open' ? (
        <OpenDocument document={shown} onClose={close} />
      ) : (
        <ChangeDocument document={shown} onClose={close} />
      )}
    </section>
  );
}

function Validity({ document }: { document: FiledDocument }) {
  const { signedOn, validUntil, number, by, at, replacedAt } = document;
  const today = useJudgingDay();
  const own = useOwnNames();
  return (
    <p className="quiet-note">
      {number === null ? null : `${number} · `}
      {validUntil !== null ? (
        <span className={validUntil < today && replacedAt === null ? 'negative' : ''}>
          {validUntil < today ? 'Expired ' : 'Valid through '}
          <ServiceDate text={validUntil} />
          {' · '}
        </span>
      ) : signedOn !== null ? (
        <>
          Signed <ServiceDate text={signedOn} />
          {' · '}
        </>
      ) : null}
      {`filed${byWhom(by, own)}, `}
      <TimeText at={at} />
      {replacedAt === null ? null : (
        <>
          {' · replaced '}
          <TimeText at={replacedAt} />
        </>
      )}
    </p>
  );
}

interface DialogProps {
  document: FiledDocument;
  onClose: () => void;
}

function OpenDocument({ document, onClose }: DialogProps) {
  const { address, firstPage, lastPage, kind, fileName } = document;
  const pages = Array.from(
    { length: (lastPage ?? firstPage) - firstPage + 1 },
    (_, index) => firstPage + index,
  );
  return (
    <DialogFrame title={kind} subtitle={fileName} width={760} onClose={onClose} closesOutside>
      {pages.map((page) => (
        <div key={page} className={cls('whole')}>
          <PageImage address={address} page={page} label={`Page ${page}`} />
        </div>
      ))}
    </DialogFrame>
  );
}

/** Opens {@link ChangeDocument} for a document on file. */
export function ChangeFiled({ subject, id, onClose }: { subject: string; id: string; onClose: () => void }) {
  const { value } = useLive('filing.list', { subject }, []);
  const document = value?.find((one) => one.id === id);
  return document === undefined ? null : <ChangeDocument document={document} onClose={onClose} />;
}

/** Corrects the type and the days of a document on file. */
function ChangeDocument({ document, onClose }: DialogProps) {
  const { id, kind, signedOn, validUntil } = document;
  const form = useForm(
    { kind, signedOn: signedOn ?? '', validUntil: validUntil ?? '' },
    { kind: ({ kind: typed }) => (typed.trim() === '' ? 'Enter a type.' : null) },
  );
  const { values } = form;
  return (
    <SignedDialog
      verb="Save"
      title="Change type or dates"
      subtitle="Requirements of this type are checked again."
      name="filing.change"
      form={form}
      getInput={() => ({
        id,
        kind: values.kind,
        signedOn: values.signedOn || null,
        validUntil: values.validUntil || null,
      })}
      onClose={onClose}
    >
      <TextField label="Type" {...form.bind('kind')} maxLength={200} />
      <DateField label="Signed" optional {...form.bind('signedOn')} />
      <DateField
        label="Valid through"
        optional
        {...form.bind('validUntil')}
        autoFocus={wantedDay(kind) !== 'signedOn'}
      />
    </SignedDialog>
  );
}
