import {
  BadgeCheck,
  CalendarPlus,
  Eye,
  FilePlus2,
  FileText,
  Mail,
  Pause,
  PenLine,
  RefreshCw,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import type { OnboardingRow } from '#shared/ipc/onboarding.ts';
import type { NextStep } from '#shared/onboarding/finding.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { call } from '../../bridge.ts';
import { Button, SmallButton } from '../../components/button.tsx';
import { Select } from '../../components/select.tsx';
import { TickedBar } from '../../components/list-screen.tsx';
import { useAction, useWork } from '../../stores/action.ts';
import { useExport } from '../../stores/export-file.ts';
import type { RouteTarget } from '../../stores/navigation.ts';
import { tellDone } from '../../stores/undo.ts';
import type { Ticks } from '../../stores/ticks.ts';
import { maxTurns, startBatch } from '../../stores/turns.ts';
import { letterPlace, writeLetters } from '../letters/letter-places.ts';
import { AssigneeSelect, type People } from '../onboarding/assignee-select.tsx';
import { AttestDialog, WaiveDialog } from '../onboarding/exception-dialogs.tsx';
import { licenseForm, toStepPlace } from '../onboarding/next-step.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Problem } from '../../components/message-block.tsx';
import { TextArea, TextField } from '../../components/text-field.tsx';
import { bccDrafts, openMailDraft, type MailDraft } from '../../mail-draft.ts';
import { useStart } from '../../stores/session.ts';

/** Maximum reports in one go; each is a file of its own. */
const maxReports = 25;

interface TickedVendorsProps {
  ticks: Ticks<OnboardingRow>;
  requirements: readonly Requirement[];
  /** Whether the list has only those that became stopped this week. */
  isNews: boolean;
  /** Whom they can be assigned to; null where there is nobody else. */
  people: People | null;
}

/** What can be done for all ticked vendors together or one after the other. */
export function TickedVendors({ ticks, requirements, isNews, people }: TickedVendorsProps) {
  const { rows } = ticks;
  const subjects = [...ticks.ticked];
  const ids = rows.flatMap(({ vendorId }) => vendorId ?? []);
  const [chosen, setChosen] = useState<Requirement | null>(null);
  const [dialog, setDialog] = useState<'waive' | 'attest' | 'mail' | null>(null);
  const seen = useAction('onboarding.noteSeen');
  const assign = useAction('onboarding.assign');
  const begin = useAction('lookups.begin');
  const report = useExport();
  const [made, setMade] = useState<number | null>(null);
  const close = () => setDialog(null);
  const done = () => {
    close();
    ticks.clear();
  };

  async function refresh(): Promise<void> {
    const result = await begin.run({ ids });
    if (!result.ok) return;
    const { id } = result.value;
    ticks.clear();
    tellDone(`${pluralize(ids.length, 'vendor')} being fetched again`, async () => {
      const canceled = await call('lookups.cancel', { id });
      if (!canceled.ok) return canceled.error.message;
      const { counts } = canceled.value;
      return counts.cancelled === 0
        ? 'All of them were already fetched.'
        : `${pluralize(counts.cancelled, 'vendor')} not fetched again.`;
    });
  }

  async function makeReports(): Promise<void> {
    for (const [index, vendorId] of ids.entries()) {
      setMade(index);
      const whole = await report.run('exports.beginVendorReport', { vendorId });
      if (!whole) {
        setMade(null);
        return;
      }
    }
    setMade(null);
    tellDone(`${pluralize(ids.length, 'report')} made`, null);
  }

  const outcome =
    seen.error?.message ??
    assign.error?.message ??
    begin.error?.message ??
    report.error?.message ??
    (made === null ? null : `Making report ${made + 1} of ${ids.length}.`);
  return (
    <TickedBar label="Selected vendors" count={subjects.length} ticks={ticks} outcome={outcome}>
      {requirements.length === 0 ? null : (
        <>
          <div className="width-220">
            <Select
              label="Requirement for the selected vendors"
              labelHidden
              placeholder="Choose a requirement"
              value={chosen?.id ?? null}
              onChange={(id) => setChosen(requirements.find((one) => one.id === id) ?? null)}
              choices={requirements.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </div>
          <SmallButton icon={Pause} disabled={chosen === null} onPress={() => setDialog('waive')}>
            Waive
          </SmallButton>
          <SmallButton
            icon={CalendarPlus}
            disabled={chosen?.kind !== 'attestation'}
            onPress={() => setDialog('attest')}
          >
            Confirm
          </SmallButton>
        </>
      )}
      {people === null ? null : (
        <div className="width-148">
          <AssigneeSelect
            people={people}
            placeholder="Assign to"
            onChange={(member) => {
              const changes = subjects.map((subject) => ({ subject, member }));
              void assign.run({ changes }).then(({ ok }) => ok && ticks.clear());
            }}
          />
        </div>
      )}
      {!isNews ? null : (
        <SmallButton
          icon={Eye}
          pending={seen.pending}
          onPress={() => void seen.run({ subjects }).then(({ ok }) => ok && ticks.clear())}
        >
          Mark as seen
        </SmallButton>
      )}
      {listTurns(rows, requirements).map(({ label, icon, places, words }) => (
        <SmallButton
          key={label}
          icon={icon}
          disabled={places.length > maxTurns}
          onPress={() => {
            ticks.clear();
            startBatch(places, words);
          }}
        >
          {places.length > maxTurns ? `${label}, up to ${maxTurns}` : `${label} (${places.length})`}
        </SmallButton>
      ))}
      <SmallButton
        icon={PenLine}
        disabled={subjects.length > maxTurns}
        onPress={() => {
          ticks.clear();
          writeLetters(subjects.map((subject) => letterPlace(subject)));
        }}
      >
        {subjects.length > maxTurns
          ? `Write letters, up to ${maxTurns}`
          : `Write ${pluralize(subjects.length, 'letter')}`}
      </SmallButton>
      <SmallButton icon={Mail} onPress={() => setDialog('mail')}>
        Email
      </SmallButton>
      {ids.length === 0 ? null : (
        <>
          <SmallButton
            icon={FileText}
            pending={made !== null}
            disabled={ids.length > maxReports}
            onPress={() => void makeReports()}
          >
            {ids.length > maxReports
              ? `Save reports, up to ${maxReports}`
              : `Save ${pluralize(ids.length, 'report')}`}
          </SmallButton>
          {made === null ? null : (
            <SmallButton icon={X} onPress={report.cancel}>
              Stop
            </SmallButton>
          )}
          <SmallButton icon={RefreshCw} pending={begin.pending} onPress={() => void refresh()}>
            {`Refresh ${ids.length.toLocaleString('en-US')}`}
          </SmallButton>
        </>
      )}
      {dialog === 'mail' ? <MailVendors rows={rows} onClose={close} /> : null}
      {chosen !== null && dialog === 'waive' ? (
        <WaiveDialog subjects={subjects} requirement={chosen} onClose={close} onDone={done} />
      ) : null}
      {chosen !== null && dialog === 'attest' ? (
        <AttestDialog subjects={subjects} requirement={chosen} onClose={close} onDone={done} />
      ) : null}
    </TickedBar>
  );
}

const getEmail = ({ profile, vendorId, subject }: OnboardingRow): string =>
  (profile?.email ?? (vendorId === null ? subject.slice(1) : '')).trim();

/** Steps that lead to a form or a document each, and what they are called for many. */
const turns = [
  { step: 'invite', label: 'Invite', icon: Mail, words: { one: 'vendor', todo: 'invite' } },
  { step: 'submit', label: 'Verify licenses', icon: BadgeCheck, words: { one: 'license', todo: 'verify' } },
  {
    step: 'ask_new_copy',
    label: 'Ask for new copies',
    icon: FilePlus2,
    words: { one: 'document', todo: 'ask for a new copy of' },
  },
] as const satisfies { step: NextStep; [other: string]: unknown }[];

/** The places of each step for these vendors. Without a license requirement every vendor can be verified. */
function listTurns(rows: readonly OnboardingRow[], requirements: readonly Requirement[]) {
  return turns
    .map(({ step, ...turn }) => {
      const next = rows.flatMap(({ subject, cells }) =>
        requirements.flatMap((requirement): RouteTarget[] => {
          const cell = ownMember(cells, requirement.id);
          if (cell === undefined || cell.step !== step || cell.state === 'waived') return [];
          const place = toStepPlace({ ...cell, requirement }, subject);
          return place === null ? [] : [place];
        }),
      );
      const ofAll = next.length === 0 && step === 'submit';
      const places = ofAll ? rows.map(({ subject }) => licenseForm(subject)) : next;
      // One step may serve two requirements.
      return {
        ...turn,
        words: ofAll ? { ...turn.words, one: 'vendor' } : turn.words,
        places: [...new Map(places.map((place) => [JSON.stringify(place), place])).values()],
      };
    })
    .filter(({ places }) => places.length > 0);
}

/** Longer messages leave no room for addresses in a draft. */
const maxMessage = 1000;

/** Opens mail drafts to these vendors as blind copies, split where a mail program can't take all addresses. */
function MailVendors({ rows, onClose }: { rows: readonly OnboardingRow[]; onClose: () => void }) {
  const { host } = useStart();
  const note = useAction('notes.addEach');
  const [text, setText] = useState({ subject: '', body: '' });
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const { run, problem } = useWork();
  const known = rows.map(getEmail).filter((email) => email !== '');
  const without = rows.length - known.length;
  const addresses = [...new Map(known.map((email) => [email.toLowerCase(), email])).values()];
  const drafts = bccDrafts(addresses, text);

  async function open(draft: MailDraft, index: number): Promise<void> {
    if (!(await run(openMailDraft(draft, host)))) return;
    setOpened(new Set([...opened, index]));
    const to = new Set(draft.bcc?.map((address) => address.toLowerCase()));
    const vendors = rows.filter((row) => to.has(getEmail(row).toLowerCase()));
    const written = `${text.subject}\n\n${text.body}`.trim();
    await note.run({
      subjects: vendors.map(({ subject }) => subject),
      kind: 'letter',
      text:
        written === ''
          ? `Email to ${pluralize(vendors.length, 'vendor')}, written in the mail program.`
          : written,
      asked: [],
      followUp: null,
    });
  }

  return (
    <DialogFrame
      title={`Email ${pluralize(rows.length, 'vendor')}`}
      subtitle="A draft opens in your mail program. You send it there."
      onClose={onClose}
      foot={
        <>
          {addresses.length === 0 ? null : (
            <CopyButton text={addresses.join(', ')} what="addresses" word="Copy addresses" />
          )}
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      {addresses.length === 0 ? (
        <p>None of these vendors has an email address here.</p>
      ) : (
        <p>
          {addresses.length === 1
            ? 'The draft is to 1 address.'
            : `${pluralize(addresses.length, 'address', 'addresses')} as blind copies (BCC): no vendor sees the others.`}
          {drafts.length === 1
            ? null
            : ' A mail program takes only so many at once, so there are several drafts.'}
        </p>
      )}
      {without === 0 || addresses.length === 0 ? null : (
        <p>{`${pluralize(without, 'vendor')} without an email address ${without === 1 ? 'is' : 'are'} left out.`}</p>
      )}
      {addresses.length === 0 ? null : (
        <>
          <TextField
            label="Subject"
            optional
            value={text.subject}
            onChange={(subject) => setText({ ...text, subject })}
            maxLength={200}
          />
          <TextArea
            label="Message"
            optional
            value={text.body}
            onChange={(body) => setText({ ...text, body })}
            maxLength={maxMessage}
            hint="Saved with each vendor. What you write in the mail program is not."
          />
        </>
      )}
      {drafts.map((draft, index) => (
        <p key={draft.bcc?.[0] ?? index}>
          <Button icon={Mail} onPress={() => void open(draft, index)}>
            {drafts.length === 1
              ? 'Open the draft'
              : `Open draft ${index + 1} of ${drafts.length}, to ${draft.bcc?.length ?? 0}`}
          </Button>
          {opened.has(index) ? ' Opened.' : null}
        </p>
      ))}
      <Problem error={problem ?? note.error} />
    </DialogFrame>
  );
}
