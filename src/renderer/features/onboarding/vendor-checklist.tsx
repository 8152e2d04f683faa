import {
  ArrowRight,
  CalendarPlus,
  Ellipsis,
  ListChecks,
  type LucideIcon,
  Mail,
  Pause,
  Undo2,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { pictureTypes } from '#shared/base/picture-file.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { type NextStep, stepLabels } from '#shared/onboarding/finding.ts';
import type { JudgedRequirement, JudgedVendor, OnboardingRecord } from '#shared/ipc/onboarding.ts';
import { answerLine } from '#shared/onboarding/answer.ts';
import { answerChip, stateChips, worstFirst } from '#shared/onboarding/labels.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, LinkButton, SmallButton } from '../../components/button.tsx';
import { byWhom, ServiceDate, TimeText, useOwnNames } from '../../components/time-text.tsx';
import { useFilesInput } from '../../components/file-input.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { LoadError, Problem } from '../../components/message-block.tsx';
import { Disclosure } from '../../components/raw-record.tsx';
import { Select } from '../../components/select.tsx';
import { Chip, stateIcons } from '../../components/state-chip.tsx';
import { lazyPart } from '../../lazy-part.ts';
import { useAction } from '../../stores/action.ts';
import { useLive } from '../../stores/live.ts';
import { navigate, requirementsPlace } from '../../stores/navigation.ts';
import { useOffline } from '../../stores/sync.ts';
import { showDay } from '../../time.ts';
import { AttestDialog, WaiveDialog, ValidUntilDialog } from './exception-dialogs.tsx';
import { addFiles } from '../filing/add-files.ts';
import { letterPlace, writeLetters } from '../letters/letter-places.ts';
import { toRecordPlace, toStepPlace } from './next-step.ts';
import { VendorLabels } from './vendor-labels.tsx';
import styles from './vendor-checklist.module.css';

const cls = bindClasses(styles);

const ChangeFiled = lazyPart(async () => (await import('../filing/filed-documents.tsx')).ChangeFiled);

const allSites = '';

/** What a person is about to say of the vendor for a requirement. */
type Saying =
  | { what: 'waive' | 'attest'; requirement: JudgedRequirement['requirement'] }
  | { what: 'valid_until'; requirement: JudgedRequirement['requirement']; jobId: string }
  | { what: 'filed'; id: string };

export function VendorChecklist({ vendorId, onRefresh }: { vendorId: string; onRefresh: () => void }) {
  const [site, setSite] = useState(allSites);
  const live = useLive('onboarding.vendor', { subject: vendorId, site: site || null }, [
    'onboarding.changed',
    { event: 'vendors.changed', id: vendorId },
  ]);
  const vendor = live.value;
  if (live.error !== null)
    return (
      <Frame>
        <LoadError title="Requirements couldn’t be loaded." of={live} />
      </Frame>
    );
  if (vendor === null) return null;
  const isNone = vendor.requirements.length === 0 && vendor.records.length === 0 && site === allSites;
  return (
    <Frame>
      {isNone ? (
        <p className={`${cls('none')} row gap-8`}>
          <Icon of={ListChecks} size={14} />
          <span className="quiet">No requirements apply to this vendor.</span>
          <LinkButton to={requirementsPlace}>Set up requirements</LinkButton>
        </p>
      ) : (
        <Standing vendor={vendor} vendorId={vendorId} site={site} onSite={setSite} onRefresh={onRefresh} />
      )}
      <VendorLabels vendor={vendor} hidesTags={isNone && vendor.tags.length === 0} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section className={`${cls('checklist')} ruled-below`} aria-label="Requirements">
      {children}
    </section>
  );
}

interface StandingProps {
  vendor: JudgedVendor;
  vendorId: string;
  site: string;
  onSite: (site: string) => void;
  onRefresh: () => void;
}

function Standing({ vendor, vendorId, site, onSite, onRefresh }: StandingProps) {
  const [saying, setSaying] = useState<Saying | null>(null);
  const close = () => setSaying(null);
  const takeBack = useAction('onboarding.takeBack');
  const chooser = useFilesInput('Documents of this vendor', pictureTypes, addFiles);
  const offline = useOffline();

  function takeStep(one: JudgedRequirement): void {
    const place = toStepPlace(one, vendorId);
    if (place !== null) navigate(place);
    else if (one.step === 'add_document') chooser.choose();
    else if (one.step === 'attest') setSaying({ what: 'attest', requirement: one.requirement });
    else if (one.record?.kind === 'filed' && one.step === 'give_date')
      setSaying({ what: 'filed', id: one.record.id });
    else if (one.step === 'give_date' && one.record !== null)
      setSaying({ what: 'valid_until', requirement: one.requirement, jobId: one.record.id });
    else onRefresh();
  }

  const { headline, detail } = explainAnswer(vendor);
  const next = worstFirst(vendor.requirements).find(({ state, step }) => step !== null && state !== 'waived');
  const asksFirst = next === undefined || vendor.asks.includes(next.requirement.id);
  return (
    <>
      <div
        className={`${cls('band')} row wrap ruled-below gap-8-12`}
        data-tone={answerChip(vendor.answer).tone}
      >
        <Icon of={stateIcons[answerChip(vendor.answer).icon]} size={20} />
        <div className={`${cls('reason')} text narrows breakable`}>
          <h2 className={`${cls('answer')} lines-20`}>{headline}</h2>
          {detail === '' ? null : <p>{detail}</p>}
        </div>
        <div className="flow gap-8-12">
          {vendor.sites.length === 0 ? null : (
            <div className={cls('site')}>
              <Select
                label="Job site"
                labelHidden
                value={site}
                onChange={onSite}
                choices={[
                  { value: allSites, label: 'All sites' },
                  ...[...new Set(vendor.sites)].map((name) => ({ value: name, label: name })),
                ]}
              />
            </div>
          )}
          {next?.step == null ? null : (
            <Button
              variant={asksFirst ? 'secondary' : 'primary'}
              icon={ArrowRight}
              disabled={offline && needsAnswer(next.step)}
              onPress={() => takeStep(next)}
            >
              {offline && needsAnswer(next.step)
                ? `${stepLabels[next.step]} when online`
                : stepLabels[next.step]}
            </Button>
          )}
          {vendor.asks.length === 0 ? null : (
            <Button
              variant={asksFirst ? 'primary' : 'secondary'}
              icon={Mail}
              onPress={() => writeLetters([letterPlace(vendor.subject, null, site || null)])}
            >
              {labelLetter(vendor)}
            </Button>
          )}
        </div>
      </div>
      {chooser.input}
      <Problem error={takeBack.error} />
      <ul>
        {worstFirst(vendor.requirements).map((one) => (
          <Line
            key={one.requirement.id}
            judged={one}
            choices={[
              ...stepChoice(one, next, offline, () => takeStep(one)),
              ...recordChoice(one),
              ...sayingChoices(one, setSaying),
            ]}
          />
        ))}
      </ul>
      {vendor.records.length === 0 ? null : (
        <Disclosure title="Waivers and confirmations" aside={vendor.records.length}>
          <ul className="ruled-above">
            {vendor.records.map((record) => (
              <Said
                key={record.id}
                record={record}
                pending={takeBack.pending}
                onTakeBack={() =>
                  void takeBack.run({ records: [{ id: record.id, subject: vendor.subject }] })
                }
              />
            ))}
          </ul>
        </Disclosure>
      )}
      {saying === null ? null : saying.what === 'filed' ? (
        <ChangeFiled subject={vendor.subject} id={saying.id} onClose={close} />
      ) : saying.what === 'valid_until' ? (
        <ValidUntilDialog jobId={saying.jobId} name={saying.requirement.name} onClose={close} />
      ) : saying.what === 'waive' ? (
        <WaiveDialog subjects={[vendor.subject]} requirement={saying.requirement} onClose={close} />
      ) : (
        <AttestDialog subjects={[vendor.subject]} requirement={saying.requirement} onClose={close} />
      )}
    </>
  );
}

/** The label of the button that opens its letter. */
function labelLetter({ asks, requirements }: JudgedVendor): string {
  const one = requirements.find(({ requirement }) => requirement.id === asks[0]);
  if (one === undefined || asks.length > 1) return `Ask for ${pluralize(asks.length, 'item')}`;
  const isRenewal = one.requirement.kind === 'license' && one.until !== null;
  return `Ask for ${isRenewal ? 'the renewed license' : one.requirement.name}`;
}

/** The step of a line, unless the top or the menu already offers it. */
function stepChoice(
  { step, requirement }: JudgedRequirement,
  next: JudgedRequirement | undefined,
  offline: boolean,
  onChoose: () => void,
): MenuChoice[] {
  if (step === null || step === 'attest' || requirement.id === next?.requirement.id) return [];
  const choice = { label: stepLabels[step], icon: ArrowRight, onChoose };
  return [offline && needsAnswer(step) ? { ...choice, detail: 'When online', disabled: true } : choice];
}

/** Whether a step asks the service for something and shows the answer, so that it cannot be taken offline. */
const needsAnswer = (step: NextStep): boolean => step === 'look_up' || step === 'refresh';

/** What a person can say of a requirement; a document's expiration date can be given more than once. */
function sayingChoices(
  { requirement, record, step }: JudgedRequirement,
  onSay: (saying: Saying) => void,
): MenuChoice[] {
  const choice = (label: string, icon: LucideIcon, saying: Saying): MenuChoice => ({
    label,
    icon,
    onChoose: () => onSay(saying),
  });
  const waive = choice('Waive temporarily', Pause, { what: 'waive', requirement });
  if (requirement.kind === 'attestation')
    return [choice('Confirm', CalendarPlus, { what: 'attest', requirement }), waive];
  if (requirement.kind !== 'document' || record?.kind !== 'document' || step === 'give_date') return [waive];
  const saying = { what: 'valid_until', requirement, jobId: record.id } as const;
  return [choice('Add expiration date', CalendarPlus, saying), waive];
}

function recordChoice({ record, step }: JudgedRequirement): MenuChoice[] {
  const place = toRecordPlace(record);
  if (place === null || step === 'see_verification' || step === 'see_invite') return [];
  return [{ label: 'Open record', icon: Ellipsis, to: place }];
}

function Line({ judged, choices }: { judged: JudgedRequirement; choices: readonly MenuChoice[] }) {
  const { requirement, setName, state, reason, asOf, waiver, asked } = judged;
  const own = useOwnNames();
  return (
    <li className={`${cls('line')} row-top gap-12`}>
      <span className={`${cls('state')} fixed`}>
        <Chip chip={stateChips[state]} inLine="icon" />
      </span>
      <span className="stack grows narrows breakable">
        <span className="medium">{requirement.name}</span>
        <span className="quiet-note">{reason}</span>
        {asked === null || state === 'met' || state === 'waived' ? null : (
          <span className="quiet-note">
            Asked <TimeText at={asked.at} />
            {byWhom(asked.by, own)}
            {asked.followUp === null ? null : (
              <>
                {'; follow up '}
                <ServiceDate text={asked.followUp} />
              </>
            )}
          </span>
        )}
        {waiver !== null && state !== 'waived' ? (
          <span className="quiet-note">{`Also waived through ${showDay(waiver.until)}: ${waiver.reason}`}</span>
        ) : null}
      </span>
      <span className={`${cls('aside')} stack narrows breakable`}>
        <span className="faint-note">{setName}</span>
        {asOf === null ? null : (
          <span className="faint-note">
            As of <TimeText at={asOf} />
          </span>
        )}
      </span>
      <Menu label={`More for ${requirement.name}`} choices={choices} />
    </li>
  );
}

/** The answer with its first reason, and in small what differs between sites or the other reasons. */
function explainAnswer({ answer, bySite, requirements }: JudgedVendor): { headline: string; detail: string } {
  if (requirements.length === 0) return { headline: 'No requirements apply at this site', detail: '' };
  const [first = null, ...others] = answer.why?.split(/(?<=\.) /) ?? [];
  const headline = answerLine({ ...answer, why: first }).replace(/\.$/, '');
  return { headline, detail: bySite ?? others.join(' ') };
}

interface SaidProps {
  record: OnboardingRecord;
  pending: boolean;
  onTakeBack: () => void;
}

function Said({ record, pending, onTakeBack }: SaidProps) {
  const { kind, requirement, text, day, until, by, at, endedAt, endedBy } = record;
  const own = useOwnNames();
  const said = kind === 'waiver' ? 'waived' : 'confirmed';
  const when = `${day === null ? '' : ` for ${showDay(day)}`}${until === null ? '' : ` through ${showDay(until)}`}`;
  return (
    <li className={`${cls('record')} row-top gap-12`}>
      <span className="stack grows narrows breakable">
        <span>
          {`${requirement}: ${said}${when}${by === null ? '' : byWhom(by, own)}, `}
          <TimeText at={at} form="detail" />
        </span>
        {text === '' ? null : <span className="quiet-note">{text}</span>}
        {endedAt === null ? null : (
          <span className="quiet-note">
            {`Ended${endedBy === null ? '' : byWhom(endedBy, own)}, `}
            <TimeText at={endedAt} form="detail" />
          </span>
        )}
      </span>
      {endedAt === null ? (
        <SmallButton
          icon={Undo2}
          pending={pending}
          label={`End now: ${requirement}, ${said}`}
          onPress={onTakeBack}
        >
          End now
        </SmallButton>
      ) : null}
    </li>
  );
}
