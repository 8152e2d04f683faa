import { Check, FileUp, Minus, OctagonX, Plus } from 'lucide-react';
import { useState } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { isUuid, vendorIdProblem } from '#shared/service/operations.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame, FormDialog } from '../../components/dialog.tsx';
import { readTextFile, useFileInput } from '../../components/file-input.tsx';
import { Icon } from '../../components/icon.tsx';
import { Problem } from '../../components/message-block.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { TextArea } from '../../components/text-field.tsx';
import { chosenVendor, noVendor, vendorChoiceProblem, VendorField } from '../../components/suggest-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { useOffline } from '../../stores/sync.ts';
import styles from './add-documents.module.css';
import { jobsIn, jobsInFile, textOfJobs } from './job-ids.ts';

const cls = bindClasses(styles);

type Answers = CallOutput<'documents.add'>;

const most = 5000;

export function AddDocuments({ onClose }: { onClose: () => void }) {
  const add = useAction('documents.add');
  // Prefilled from a link; the lookup starts only when the person submits.
  const { ids: linkedIds = '', vendor: linkedVendor } = useRoute().query;
  const [answers, setAnswers] = useState<Answers | null>(null);
  const vendor = linkedVendor === undefined ? noVendor : { text: '', subject: linkedVendor };
  const { formProps, ...form } = useForm(
    { ids: linkedIds, vendor },
    {
      ids: ({ ids }) => {
        const found = jobsIn(ids);
        if (found.length === 0) return 'Paste at least one job ID.';
        if (found.length > most) return `Paste ${most} IDs at most.`;
        const strange = found.find(({ vendorId }) => vendorId !== null && vendorIdProblem(vendorId) !== null);
        return strange === undefined
          ? null
          : `“${strange.vendorId ?? ''}” is not a vendor ID. Copy it again, or leave it out.`;
      },
      vendor: ({ vendor }) => vendorChoiceProblem(vendor),
    },
  );
  const jobs = jobsIn(form.values.ids);
  const good = jobs.filter(({ id }) => isUuid(id)).length;
  const getVendor = Object.fromEntries(
    jobs.flatMap(({ id, vendorId }) =>
      vendorId !== null && isUuid(id) ? [[id.toLowerCase(), vendorId]] : [],
    ),
  );
  const named = Object.keys(getVendor).length;
  const [fromFile, setFromFile] = useState<{ words: string; problem: boolean } | null>(null);

  async function takeFile(file: File): Promise<{ words: string; problem: boolean }> {
    const read = await readTextFile(file);
    if (!read.ok) return { words: read.problem, problem: true };
    const { jobs: found, without } = jobsInFile(read.text);
    if (found.length === 0) return { words: `There are no job IDs in ${file.name}.`, problem: true };
    const missing = without === 0 ? '' : ` ${pluralize(without, 'line has', 'lines have')} none.`;
    form.set('ids', textOfJobs([...jobs, ...found]));
    return { words: `${pluralize(found.length, 'ID')} from ${file.name}.${missing}`, problem: false };
  }

  const chooser = useFileInput(
    'A CSV or text file of documents',
    '.csv,.tsv,.txt,text/csv,text/plain',
    (file) => void takeFile(file).then(setFromFile),
  );

  async function submit(): Promise<void> {
    if (add.pending) return;
    const result = await add.run({
      ids: jobs.map(({ id }) => id.slice(0, 200)),
      vendorId: chosenVendor(form.values.vendor)?.subject ?? null,
      ...(named === 0 ? {} : { getVendor }),
    });
    if (result.ok) setAnswers(result.value);
  }

  if (answers !== null) return <Answered answers={answers} onClose={onClose} />;
  return (
    <FormDialog
      title="Add documents"
      subtitle="Gangway looks up each one and saves the result."
      width={560}
      onClose={onClose}
      submit={{ children: good === 0 ? 'Add' : `Add ${good}`, icon: Plus, pending: add.pending }}
      form={{ ...formProps(() => void submit()), className: 'stack gap-14' }}
    >
      <TextArea
        label="Job IDs"
        rows={8}
        mono
        {...form.bindOnSubmit('ids')}
        placeholder="7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90"
        hint={
          jobs.length === 0
            ? 'One per line. Add a comma and the vendor ID if you know it. Links work too.'
            : `${good === jobs.length ? pluralize(good, 'ID') : `${good} of ${jobs.length} look like job IDs`}${named === 0 ? '' : `, ${named} with a vendor`}.`
        }
        autoFocus
      />
      <div className="row gap-12">
        <Button icon={FileUp} onPress={chooser.choose}>
          Choose a file
        </Button>
        {chooser.input}
        <span
          role={fromFile?.problem === true ? 'alert' : 'status'}
          className={`${cls('fromFileWords', fromFile?.problem === true && 'refused')} quiet`}
        >
          {fromFile?.words}
        </span>
      </div>
      <VendorField
        label="Vendor"
        optional
        {...form.bindOnSubmit('vendor')}
        hint={
          named === 0
            ? 'Name or ID, if all of them belong to one vendor. They are compared with its profile.'
            : 'Name or ID, for the ones with no vendor above.'
        }
      />
      <Problem error={add.error} />
    </FormDialog>
  );
}

/** Outcomes in display order, those that need a person first. */
const outcomes = [
  { outcome: 'not_a_job_id', word: 'Not a job ID', icon: OctagonX },
  { outcome: 'known', word: 'Already added', icon: Minus },
  { outcome: 'assigned', word: 'Already added, vendor assigned', icon: Check },
  { outcome: 'added', word: 'Added', icon: Check },
] as const;

function Answered({ answers, onClose }: { answers: Answers; onClose: () => void }) {
  const offline = useOffline();
  const count = (outcome: Answers[number]['outcome']) =>
    answers.filter((answer) => answer.outcome === outcome).length;
  const added = count('added');
  const parts = [
    `${added} added`,
    ...(count('assigned') > 0 ? [`vendor assigned for ${count('assigned')}`] : []),
    ...(count('known') > 0 ? [`${count('known')} already added`] : []),
    ...(count('not_a_job_id') > 0 ? [`${count('not_a_job_id')} not a job ID`] : []),
  ];
  const shown = outcomes
    .flatMap((one) => answers.flatMap(({ id, outcome }) => (outcome === one.outcome ? [{ ...one, id }] : [])))
    .slice(0, 200);
  const known = answers.find((answer) => answer.outcome !== 'not_a_job_id');
  return (
    <DialogFrame
      title={parts.join(', ')}
      subtitle={
        added === 0
          ? 'Nothing new to look up.'
          : offline
            ? 'Gangway looks up each one when you’re back online.'
            : 'Gangway is looking up each one now.'
      }
      width={560}
      onClose={onClose}
      foot={
        <>
          {answers.length === 1 && known !== undefined ? (
            <Button onPress={() => navigate({ screen: 'documents', path: [known.id.toLowerCase()] })}>
              Open it
            </Button>
          ) : null}
          <Button variant="primary" onPress={onClose} autoFocus>
            Done
          </Button>
        </>
      }
    >
      <ul className={`${cls('answers')} scrolls boxed-faint rounded`}>
        {shown.map(({ id, outcome, word, icon }) => (
          <li key={id} className={`${cls('answer')} row between gap-16`}>
            <span className="one-line" title={id}>
              <Verbatim>{id}</Verbatim>
            </span>
            <span className={`${cls(outcome)} row gap-6 fixed small`}>
              <Icon of={icon} size={14} />
              {word}
            </span>
          </li>
        ))}
      </ul>
      {answers.length > shown.length ? (
        <p className="quiet small above-10">{`And ${answers.length - shown.length} more.`}</p>
      ) : null}
      {count('not_a_job_id') > 0 ? (
        <p className="quiet small above-10">
          A job ID looks like 7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90. Copy the others again from where you found
          them.
        </p>
      ) : null}
    </DialogFrame>
  );
}
