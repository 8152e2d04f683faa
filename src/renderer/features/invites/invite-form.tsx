import { Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { placeholderValues } from '#shared/outbox/message-template.ts';
import { queueButton, queuedLaterSentence } from '#shared/words/queue-hold.ts';
import { invitationFields } from '#shared/outbox/request-fields.ts';
import { bindClasses } from '../../class-names.ts';
import { EarlierWarning } from '../../components/earlier-warning.tsx';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/message-block.tsx';
import { fieldErrors, saidAtFields, type RefusedForm } from '../../components/refusal-message.tsx';
import { TextField, TextArea, type TextFieldProps } from '../../components/text-field.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction, useOnce } from '../../stores/action.ts';
import { isBlank, useDraft } from '../../stores/drafts.ts';
import { handleSubmit, useForm } from '../../stores/form.ts';
import { navigate } from '../../stores/navigation.ts';
import { useWorkspace } from '../../stores/session.ts';
import { useCondition } from '../../stores/sync.ts';
import { tellEntries } from '../../stores/undo.ts';
import { clockTime } from '../../time.ts';
import { WithLastQueued } from '../last-queued/last-queued.tsx';
import { MessageArea, MessagePreview } from '../templates/message-field.tsx';
import { duplicateLabels, useDuplicates } from './duplicates.ts';
import {
  contactFields,
  dateFields,
  draftTitle,
  emptyValues,
  filledInvitation,
  getInvitation,
  hiddenFields,
  inviteChecks,
  readField,
  usesAllFields,
  type InviteField,
  type InviteValues,
} from './invitation-values.ts';
import styles from './invite-form.module.css';
import { useJustSaved } from './invite-panel.tsx';
import { Disclosure } from '../../components/raw-record.tsx';

const cls = bindClasses(styles);

const contactHints: Partial<Record<InviteField, { type: 'email' | 'tel'; hint?: string }>> = {
  email: { type: 'email', hint: 'The invite goes to this address.' },
  phoneNumber: { type: 'tel' },
};

/** The invite form. Queueing saves it on this computer; after an error the form keeps its values. */
export function InviteForm({
  initial,
  draftKey,
  replaces,
  edits = false,
  reminds = null,
  refused = null,
  note,
}: {
  initial: InviteValues;
  draftKey: string;
  /** The refused invite that this corrects, or with `edits` an unsent one. */
  replaces: string | null;
  edits?: boolean;
  /** The sent invite that this reminds of; the vendor gets a second email. */
  reminds?: string | null;
  /** What the service refused of the corrected invite. */
  refused?: RefusedForm<InviteValues> | null;
  /** Shown above the form, such as the source of its values. */
  note: ReactNode;
}) {
  const [start] = useState(initial);
  const [saidAtStart] = useState(() => saidAtFields(refused, initial));
  const startsRefused = saidAtStart.size > 0;
  const form = useForm(start, inviteChecks, startsRefused);
  const { values, errors, attach, set } = form;
  const errorAt = fieldErrors<InviteField>(errors, saidAtFields(refused, values));
  const draft = useDraft({ kind: 'invite', key: draftKey }, draftTitle(values), values, start);
  // A resent invite goes out unchanged.
  const { defaultCompanyId } = useWorkspace().settings;
  const fallbackCompanyId = replaces === null && reminds === null ? defaultCompanyId : null;
  const enqueue = useAction('invites.enqueue');
  const duplicates = useDuplicates(values.email, values.vendorId, replaces ?? reminds);
  const condition = useCondition();
  const [allFields, setAllFields] = useState({
    open: usesAllFields(initial) || hiddenFields.some((name) => saidAtStart.has(name)),
    shown: 0,
  });

  const queue = useOnce(async () => {
    const isWrong = (name: InviteField) => readField(name, values[name]).problem !== undefined;
    if (hiddenFields.some(isWrong)) setAllFields(({ shown }) => ({ open: true, shown: shown + 1 }));
    if (!form.check()) return;
    if ((await duplicates.check()) === 'new_ones') return;
    const invitation = filledInvitation(values, fallbackCompanyId);
    const seen = [...duplicates.found.map((one) => one.entryId), ...(reminds === null ? [] : [reminds])];
    const result = await enqueue.run({
      invitation,
      replaces,
      ...(edits && { edits }),
      ...(seen.length > 0 && { despite: seen }),
      draft: draftKey,
    });
    if (!result.ok) return;
    const { entryId, notBefore } = result.value;
    const done = edits ? 'Invite changed' : replaces === null ? 'Invite queued' : 'Corrected invite queued';
    tellEntries(done, 'invite', [entryId], 'enqueued', notBefore);
    useJustSaved.setState({ entryId });
    draft.enqueued();
    navigate({ screen: 'invites', path: [entryId] }, true);
  });

  async function discard(): Promise<void> {
    if (!(await draft.discard())) return;
    form.reset(emptyValues);
    navigate({ screen: 'invites' });
  }

  useShortcut(shortcutKeys.queue, () => void queue());

  function leave(name: InviteField): void {
    // An empty address is reported on queueing only, as a vendor ID can replace it.
    if (name !== 'email' || values.email.trim() !== '') form.leave(name);
    if (name === 'email' || name === 'vendorId') duplicates.lookNow();
  }

  const bind = (name: InviteField) => ({
    name,
    label: invitationFields[name].label,
    value: values[name],
    onChange: (value: string) => set(name, value),
    onLeave: () => leave(name),
    error: errorAt(name),
    optional: name !== 'email',
  });
  return (
    <form
      ref={attach}
      className="stack fills-column"
      aria-label="Invite a vendor"
      noValidate
      onSubmit={handleSubmit(queue)}
    >
      <div className="scroller">
        <WithLastQueued>
          <div className="stack gap-16 wide-720 pad-20-gutter-32">
            {note}
            <div className="gap-16 grid two-columns start">
              {contactFields.map((name) => (
                <TextField
                  key={name}
                  {...bind(name)}
                  {...contactHints[name]}
                  maxLength={400}
                  autoFocus={name === 'email' && !startsRefused}
                />
              ))}
            </div>
            <MessageArea
              {...bind('inviteMessage')}
              hint="Goes into the email to the vendor."
              rows={4}
              from="new"
            />
            <MessagePreview
              message={values.inviteMessage}
              values={placeholderValues(getInvitation(values))}
              title="Preview with the filled-in values"
            />
            <div className="gap-16 grid two-columns start">
              <TextField
                {...bind('vendorId')}
                mono
                hint="If the vendor already has one with your company."
                maxLength={200}
              />
            </div>
            <AllFields
              key={allFields.shown}
              open={allFields.open}
              bind={bind}
              fallbackCompanyId={fallbackCompanyId}
            />
          </div>
        </WithLastQueued>
      </div>
      <div className={`${cls('messages')} stack fixed gap-8 pad-gutter`}>
        <EarlierWarning labels={duplicateLabels} earlier={duplicates} />
        <Problem title="The draft was not discarded." error={draft.problem} />
        <Problem
          title="The invite was not queued."
          error={enqueue.error && `${enqueue.error.message} What you typed stays here.`}
        />
      </div>
      <footer className={`${cls('foot')} subtle row gap-8 fixed least-decision`}>
        <span className="faint-note" aria-live="polite">
          {draft.saved}
        </span>
        <span className="faint-note at-end">{queuedLaterSentence(condition, clockTime)}</span>
        {isBlank(values) ? null : (
          <Button size="large" variant="quiet" onPress={() => void discard()}>
            Discard
          </Button>
        )}
        <Button
          type="submit"
          size="large"
          variant="primary"
          icon={Send}
          keys={shortcutKeys.queue}
          pending={enqueue.pending || duplicates.checking}
        >
          {duplicates.isFound
            ? 'Queue anyway'
            : edits
              ? 'Save changes'
              : reminds !== null
                ? 'Queue a second invite'
                : queueButton(condition, 'Send', 'Send invite')}
        </Button>
      </footer>
    </form>
  );
}

const objects: readonly { name: InviteField; hint: string; placeholder: string }[] = [
  {
    name: 'vendorMore',
    hint: 'A JSON object. Its fields are sent beside the contact’s, inside vendor.',
    placeholder: '{"taxId": "12-3456789"}',
  },
  {
    name: 'company',
    hint: 'A JSON object, sent as company.',
    placeholder: '{"name": "Harbor Lane Homes"}',
  },
  {
    name: 'checklistTasks',
    hint: 'A JSON list of objects, sent as checklistTasks.',
    placeholder: '[{"type": "W-9"}]',
  },
];

interface AllFieldsProps {
  open: boolean;
  bind: (name: InviteField) => Omit<TextFieldProps, 'inputRef'>;
  /** Sent for an empty company ID; null for nothing. */
  fallbackCompanyId: number | null;
}

/** The fields of an invite that are seldom needed: closed at first, each sent only where it is filled in. */
function AllFields({ open, bind, fallbackCompanyId }: AllFieldsProps) {
  return (
    <Disclosure title="All fields" open={open}>
      <div className="gap-16 grid two-columns start">
        <p className={`${cls('part')} quiet across`}>Rarely needed. Empty fields are not sent.</p>
        <TextField {...bind('status')} mono maxLength={400} />
        <TextField {...bind('complianceStatus')} mono maxLength={400} />
        <TextField {...bind('id')} mono hint="A number." maxLength={400} />
        <TextField
          {...bind('companyId')}
          mono
          hint={
            fallbackCompanyId === null ? 'A number.' : `A number. If empty, ${fallbackCompanyId} is sent.`
          }
          maxLength={400}
        />
        {dateFields.map((name) => (
          <TextField
            key={name}
            {...bind(name)}
            mono
            hint="2026-06-09, or with a time 2026-06-09T14:30:00Z."
            maxLength={40}
          />
        ))}
        {objects.map(({ name, hint, placeholder }) => (
          <div key={name} className="across">
            <TextArea {...bind(name)} mono hint={hint} placeholder={placeholder} rows={4} />
          </div>
        ))}
      </div>
    </Disclosure>
  );
}
