import { BadgeCheck, ScanText } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { toVendorId } from '#shared/onboarding/vendor-facts.ts';
import { verificationFields } from '#shared/outbox/request-fields.ts';
import { queueButton, queuedLaterSentence, queueHold, savedSentence } from '#shared/words/queue-hold.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, SmallButton } from '../../components/button.tsx';
import { EarlierWarning } from '../../components/earlier-warning.tsx';
import { Problem } from '../../components/message-block.tsx';
import { fieldErrors, saidAtFields, type RefusedForm } from '../../components/refusal-message.tsx';
import { chosenVendor, SuggestField, VendorField } from '../../components/suggest-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction, useOnce } from '../../stores/action.ts';
import { isBlank, useDraft } from '../../stores/drafts.ts';
import { handleSubmit, useForm, type FormHandle } from '../../stores/form.ts';
import { useLive } from '../../stores/live.ts';
import { goBack, navigate, useNavigation } from '../../stores/navigation.ts';
import { useWorkspace, adoptSettings, useStart } from '../../stores/session.ts';
import { useCondition } from '../../stores/sync.ts';
import { tellEntries } from '../../stores/undo.ts';
import { clockTime } from '../../time.ts';
import { WithLastQueued } from '../last-queued/last-queued.tsx';
import { earlierCheckLabels, useEarlierChecks } from './earlier-checks.ts';
import {
  draftTitle,
  emptyLicenseForm,
  filledFrom,
  getDetails,
  getDraft,
  licenseFormChecks,
  toVendorChoice,
  valuesOfProfile,
  type LicenseFormValues,
} from './license-form-values.ts';
import { lazyPart } from '../../lazy-part.ts';
import { Disclosure } from '../../components/raw-record.tsx';
import { RadioGroup } from '../../components/toggles.tsx';
import styles from './license-form.module.css';

const cls = bindClasses(styles);

interface LicenseFormProps {
  initial: LicenseFormValues;
  draftKey: string;
  replaces: string | null;
  edits: boolean;
  /** What the service refused of the replaced one. */
  refused: RefusedForm<LicenseFormValues> | null;
  types: readonly string[];
  note: ReactNode;
}

/** The form of a verification. Only filled fields are submitted; an error changes nothing that was typed. */
export function LicenseForm({ initial, draftKey, replaces, edits, refused, types, note }: LicenseFormProps) {
  const [start] = useState(initial);
  const [saidAtStart] = useState(() => saidAtFields(refused, initial));
  const startsRefused = saidAtStart.size > 0;
  const { attach, ...form } = useForm(start, licenseFormChecks, startsRefused);
  const { values } = form;
  const errorAt = fieldErrors<keyof LicenseFormValues>(form.errors, saidAtFields(refused, values));
  const usual = useWorkspace().settings.defaultVerificationType;
  const fields = useMemo(() => getDraft(values, usual), [values, usual]);
  const [startFields] = useState(fields);
  const name = { kind: 'verification', key: draftKey } as const;
  const draft = useDraft(name, draftTitle(values), fields, startFields);
  const enqueue = useAction('verifications.enqueue');
  const earlier = useEarlierChecks(values.licenseNumber, values.state, replaces);
  const condition = useCondition();

  const submit = useOnce(async () => {
    if (!form.check()) return;
    if ((await earlier.check()) === 'new_ones') return;
    const result = await enqueue.run({
      type: values.type.trim(),
      data: getDetails(values),
      vendorId: chosenVendorId(values),
      replaces,
      ...(edits && { edits }),
      draft: draftKey,
    });
    if (!result.ok) return;
    const { entryId, notBefore } = result.value;
    draft.enqueued();
    const held = queueHold(condition, clockTime) === null ? null : savedSentence(condition, clockTime);
    const done = edits ? 'Verification changed' : (held ?? 'Verification queued');
    tellEntries(done, 'verification', [entryId], 'enqueued', notBefore);
    navigate({ screen: 'verifications', path: [entryId] }, true);
  });

  async function discard(): Promise<void> {
    if (!(await draft.discard())) return;
    form.reset(emptyLicenseForm);
    leave();
  }

  useShortcut(shortcutKeys.queue, () => void submit());

  const more = useMoreDetails(start, errorAt);
  function fill(filled: LicenseFormValues): void {
    form.reset({ ...filled });
    more.openFor(filled);
  }

  return (
    <form ref={attach} className="stack fills-column" onSubmit={handleSubmit(submit)} noValidate>
      <div className="scroller">
        <WithLastQueued>
          <div className="wide-760 pad-20-gutter-32">
            {note === null ? null : <div className={cls('note')}>{note}</div>}
            <div className={`${cls('group')} narrows grid two-columns start no-padding no-border`}>
              <DocumentFill values={values} onFill={fill} />
              <TextField
                label={verificationFields.licenseNumber.label}
                {...form.bind('licenseNumber')}
                onLeave={() => {
                  if (values.licenseNumber !== '') form.leave('licenseNumber');
                  earlier.lookNow();
                }}
                error={errorAt('licenseNumber')}
                hint="As printed on the license, without spaces."
                autoFocus={!startsRefused}
              />
              <VendorField
                label="Vendor"
                optional
                value={toVendorChoice(values)}
                onChange={({ text, subject }) => {
                  form.set('vendor', text);
                  form.set('vendorId', subject ?? '');
                }}
                onLeave={() => form.leave('vendorId')}
                error={errorAt('vendorId')}
                hint="Name, address or ID. The link stays on this computer."
              />
              <ProfileFill values={values} onFill={fill} />
              <TextField
                label={verificationFields.state.label}
                optional
                {...form.bind('state')}
                onLeave={() => {
                  form.leave('state');
                  earlier.lookNow();
                }}
                error={errorAt('state')}
              />
              <SuggestField
                label={verificationFields.type.label}
                {...form.bind('type')}
                error={errorAt('type')}
                suggestions={types}
                maxLength={200}
                hint="The kind of verification, such as license."
              />
            </div>
            <MoreDetails form={form} errorAt={errorAt} more={more} />
          </div>
        </WithLastQueued>
      </div>
      <footer className="subtle fixed edge-above">
        <div className={`${cls('problem')} stack gap-8 pad-gutter`}>
          <EarlierWarning labels={earlierCheckLabels} earlier={earlier} />
          <Problem title="The draft was not discarded." error={draft.problem} />
          <Problem error={enqueue.error && `${enqueue.error.message} Nothing you typed is lost.`} slim />
        </div>
        <div className={`${cls('buttons')} row gap-8 least-decision`}>
          <span className={`${cls('aside')} grows faint small`} aria-live="polite">
            {draft.saved === null ? null : `${draft.saved} `}
            {queuedLaterSentence(condition, clockTime) ?? 'Only what is filled in is sent.'}
          </span>
          {isBlank(fields) ? null : (
            <Button size="large" variant="quiet" onPress={() => void discard()}>
              Discard
            </Button>
          )}
          <Button size="large" onPress={leave}>
            Close, keep draft
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="large"
            icon={BadgeCheck}
            keys={shortcutKeys.queue}
            pending={enqueue.pending || earlier.checking}
          >
            {earlier.isFound
              ? 'Submit anyway'
              : edits
                ? 'Save changes'
                : queueButton(condition, 'Submit', 'Submit for verification')}
          </Button>
        </div>
      </footer>
    </form>
  );
}

const chosenVendorId = (values: LicenseFormValues) => chosenVendor(toVendorChoice(values))?.subject ?? null;

function leave(): void {
  if (useNavigation.getState().position > 0) goBack();
  else navigate({ screen: 'verifications' });
}

const FillFromDocument = lazyPart(
  async () => (await import('../paper/fill-from-document.tsx')).FillFromDocument,
);

interface FillProps {
  values: LicenseFormValues;
  onFill: (values: LicenseFormValues) => void;
}

function DocumentFill({ values, onFill }: FillProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="across">
      <SmallButton icon={ScanText} expanded={open} onPress={() => setOpen(!open)}>
        Fill in from a document
      </SmallButton>
      {open ? (
        <FillFromDocument values={values} onFill={(filled) => onFill({ ...values, ...filled })} />
      ) : null}
    </div>
  );
}

function ProfileFill({ values, onFill }: FillProps) {
  const vendorId = toVendorId(chosenVendorId(values));
  const { value: vendor } = useLive('vendors.get', vendorId === null ? undefined : { vendorId }, []);
  if (vendor === null) return null;
  const profile = vendor.profile.value;
  const filled = filledFrom(values, valuesOfProfile(profile));
  if (JSON.stringify(filled) === JSON.stringify(values)) return null;
  return (
    <div className="across">
      <SmallButton onPress={() => onFill(filled)}>
        {`Fill empty fields from ${profile.companyName ?? 'the profile'}`}
      </SmallButton>
    </div>
  );
}

const moreFields = [
  'licenseTradeType',
  'serviceType',
  'effectiveDate',
  'expiryDate',
  'licenseeName',
  'qualifiedParty',
  'licenseeAddress',
  'county',
  'city',
  'zipCode',
  'verifyingWebsite',
  'isMatch',
] as const;

const countFilled = (values: LicenseFormValues): number =>
  moreFields.filter((name) => values[name] !== emptyLicenseForm[name]).length;

type ErrorAt = (name: keyof LicenseFormValues) => ReactNode;

/** Whether "More details" is open: as left last time, or because a field has a value or an error. */
function useMoreDetails(start: LicenseFormValues, errorAt: ErrorAt) {
  const { settings } = useStart();
  const update = useAction('app.updateSettings', adoptSettings);
  const [open, setOpen] = useState(() => settings.moreDetails || countFilled(start) > 0);
  // It stays open when the error is gone, so that a field does not vanish under the typing.
  if (!open && moreFields.some((name) => errorAt(name) != null)) setOpen(true);
  return {
    open,
    toggle: (next: boolean): void => {
      setOpen(next);
      // If this fails, only the next form starts differently.
      void update.run({ moreDetails: next });
    },
    openFor(values: LicenseFormValues): void {
      if (countFilled(values) > 0) setOpen(true);
    },
  };
}

interface MoreDetailsProps {
  form: Pick<FormHandle<LicenseFormValues>, 'values' | 'set' | 'bind'>;
  errorAt: ErrorAt;
  more: ReturnType<typeof useMoreDetails>;
}

/** The details that a verification seldom needs; closed, they say how many are filled in. */
function MoreDetails({ form: { values, set, bind }, errorAt, more }: MoreDetailsProps) {
  const filled = countFilled(values);
  const { open } = more;
  const text = (
    name: Exclude<(typeof moreFields)[number], 'isMatch'>,
    how: { hint?: string; type?: 'date' } = {},
  ) => (
    <TextField
      label={verificationFields[name].label}
      optional
      {...bind(name)}
      error={errorAt(name)}
      {...how}
    />
  );
  return (
    <Disclosure
      title="More details"
      open={open}
      onToggle={more.toggle}
      {...(open || filled === 0 ? {} : { aside: `${filled} filled in` })}
    >
      <fieldset className={`${cls('group')} narrows grid two-columns start no-padding no-border`}>
        <legend className={`${cls('legend')} bold subheading no-padding`}>License</legend>
        {text('licenseTradeType')}
        {text('serviceType')}
        {text('effectiveDate', { type: 'date' })}
        {text('expiryDate', { type: 'date' })}
      </fieldset>
      <fieldset className={`${cls('group')} narrows grid two-columns start no-padding no-border`}>
        <legend className={`${cls('legend')} bold subheading no-padding`}>License holder</legend>
        {text('licenseeName', { hint: 'The company or person on the license.' })}
        {text('qualifiedParty', { hint: 'The person responsible for the trade.' })}
        <div className="across">{text('licenseeAddress')}</div>
      </fieldset>
      <fieldset className={`${cls('group')} narrows grid two-columns start no-padding no-border`}>
        <legend className={`${cls('legend')} bold subheading no-padding`}>Where it is valid</legend>
        {text('county')}
        {text('city')}
        {text('zipCode')}
      </fieldset>
      <fieldset className={`${cls('group')} narrows grid two-columns start no-padding no-border`}>
        <legend className={`${cls('legend')} bold subheading no-padding`}>For the service</legend>
        <div className="across">
          {text('verifyingWebsite', { hint: 'The website where the board confirms this license.' })}
        </div>
        <div className="across">
          <RadioGroup
            label={verificationFields.isMatch.label}
            error={errorAt('isMatch')}
            inline
            value={values.isMatch}
            onChange={(value) => set('isMatch', value)}
            hint="The service lists this among the details and answers with its own. Leave it unless your administrator asks for it."
            choices={[
              { value: 'not_sent', label: 'Not sent' },
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
            ]}
          />
        </div>
      </fieldset>
    </Disclosure>
  );
}
