import { Copy, Download, Mail } from 'lucide-react';
import { useRef, useState } from 'react';
import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import type { LetterDraft } from '#shared/ipc/letters.ts';
import {
  letterKinds,
  letterLimits,
  type Language,
  type LetterKind,
} from '#shared/letters/letter-templates.ts';
import { replyDays } from '#shared/settings/today-days.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { EmptyState, MessageBlock, NotLoaded, Problem } from '../../components/message-block.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { TextArea, TextField } from '../../components/text-field.tsx';
import { fitsMailto, openMailDraft, toNoteText } from '../../mail-draft.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction, useOnce } from '../../stores/action.ts';
import { useExport } from '../../stores/export-file.ts';
import { useLive } from '../../stores/live.ts';
import { changeQuery, useRoute } from '../../stores/navigation.ts';
import { useJudgingDay, useStart } from '../../stores/session.ts';
import { nextTurn, useTurns } from '../../stores/turns.ts';
import { explainUnknown, KindSelect, LanguageSelect, listed } from './letter-choices.tsx';
import { letterTemplatesPlace } from './letter-places.ts';

const followUpDays = [replyDays, 7, 14, 30, 0];

/** A letter to one vendor, to open, save or copy; the next of a walk comes after it. */
export function LetterScreen({ subject }: { subject: string }) {
  const { query } = useRoute();
  const wanted = letterKinds.find((one) => one === query['kind']) ?? null;
  const [days, setDays] = useState<number>(replyDays);
  const live = useLive('letters.get', { subject, kind: wanted, site: query['site'] ?? null }, [
    'onboarding.changed',
    'vendors.changed',
    'templates.changed',
  ]);
  const { state, value: draft } = live;
  return (
    <Page key={subject}>
      <PageHeader
        title={draft === null ? 'Letter' : `Letter to ${draft.name}`}
        subtitle={draft?.vendorId == null ? undefined : `ID ${draft.vendorId}`}
        parent={{ label: 'Vendor', target: { screen: 'vendors', path: [subject] } }}
        ruled
        passing={state.kind === 'loading'}
        actions={
          <LinkButton to={letterTemplatesPlace(draft?.kind ?? 'missing', draft?.language)}>
            Edit templates
          </LinkButton>
        }
      />
      {draft !== null ? (
        <LetterForm key={`${draft.subject} ${draft.kind}`} draft={draft} days={days} onDays={setDays} />
      ) : (
        <PageBody>
          {state.kind !== 'ready' ? (
            <NotLoaded title="The letter couldn’t be loaded." of={live} />
          ) : (
            <EmptyState
              title="This vendor isn’t on this computer."
              action={<Button onPress={nextTurn}>Skip</Button>}
            >
              Its invite may have been canceled.
            </EmptyState>
          )}
        </PageBody>
      )}
    </Page>
  );
}

interface LetterFormProps {
  draft: LetterDraft;
  /** Days until the follow-up; 0 for none. */
  days: number;
  onDays: (days: number) => void;
}

function LetterForm({ draft, days, onDays }: LetterFormProps) {
  const { kind, isNothing } = draft;
  const { host } = useStart();
  const today = useJudgingDay();
  const isLast = useTurns(({ waiting }) => waiting.length === 0);
  const speak = useAction('letters.setLanguage');
  const add = useAction('notes.add');
  const file = useExport();
  const [to, setTo] = useState(draft.to);
  // By language, so that what was typed in one is there when it is chosen again.
  const [typed, setTyped] = useState<Partial<Record<Language, LetterDraft['text']>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const address = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const text = typed[draft.language] ?? draft.text;
  const mail = { to: to.trim(), ...text };
  const unknown = draft.unknown.filter((word) => `${text.subject} ${text.body}`.includes(`{${word}}`));
  const change = (part: Partial<LetterDraft['text']>) =>
    setTyped({ ...typed, [draft.language]: { ...text, ...part } });

  /** Hands the letter out, records it, and goes on to the next. Nothing is recorded where it was not handed out. */
  const finish = useOnce(async (handOut: () => Promise<string | null>) => {
    if (unknown.length > 0) body.current?.focus();
    const sentence = explainUnknown(unknown) ?? (await handOut());
    setProblem(sentence);
    if (sentence !== null) return;
    const { ok } = await add.run({
      subject: draft.subject,
      kind: 'letter',
      text: toNoteText(mail),
      asked: draft.asked.map(({ id }) => id),
      followUp: days === 0 ? null : fromDayNumber(toDayNumber(today) + days),
    });
    if (ok) nextTurn();
  });

  const open = () =>
    void finish(async () => {
      if (mail.to === '') address.current?.focus();
      return mail.to === '' ? noAddress : fitsMailto(mail) ? openMailDraft(mail, host) : tooLong;
    });
  const save = () =>
    void finish(async () => {
      const isSaved = await file.run('exports.beginLetter', { name: draft.name, ...mail });
      return isSaved ? null : 'The file was not saved. Try again, or copy the letter.';
    });
  const copy = () =>
    void finish(() =>
      navigator.clipboard.writeText(`${mail.subject}\n\n${mail.body}`).then(
        () => null,
        () => 'Couldn’t copy. Select the text instead.',
      ),
    );
  useShortcut(shortcutKeys.open, isNothing ? nextTurn : open);
  useShortcut(shortcutKeys.queue, open, { enabled: !isNothing });
  useShortcut(shortcutKeys.skip, nextTurn);

  return (
    <>
      <Problem
        error={(problem === noAddress ? null : problem) ?? file.error ?? add.error}
        slim
        within="pad-gutter-top"
      />
      <div className="scroller">
        <div className="stack gap-16 wide-720 pad-16-gutter-32">
          {draft.hasNamesake ? (
            <MessageBlock tone="cau">
              {`Another vendor is named ${draft.name}. This letter is for ${draft.vendorId === null ? draft.to : `ID ${draft.vendorId}`}.`}
            </MessageBlock>
          ) : null}
          <div className="grid three-columns gap-16">
            <KindSelect value={kind} onChange={(next) => changeQuery({ kind: next })} />
            <LanguageSelect
              value={draft.language}
              onChange={(to) => void speak.run({ subject: draft.subject, language: to })}
            />
            <Select
              label="Follow up"
              value={String(days)}
              onChange={(next) => onDays(Number(next))}
              choices={followUpDays.map((one) => ({
                value: String(one),
                label: one === 0 ? 'No follow-up' : `In ${pluralize(one, 'day')}`,
              }))}
            />
          </div>
          <Problem error={speak.error} />
          {isNothing ? (
            <EmptyState title={nothingSentences[kind](draft.name)}>
              Choose another letter, or skip this one.
            </EmptyState>
          ) : (
            <>
              {draft.asked.length === 0 ? null : (
                <p className="quiet breakable">{`Asks for ${listed.format(draft.asked.map(({ name }) => name))}.`}</p>
              )}
              <TextField
                label="To"
                type="email"
                value={to}
                onChange={setTo}
                maxLength={400}
                inputRef={address}
                error={problem === noAddress && mail.to === '' ? problem : null}
                hint={
                  draft.to === '' ? 'No email address on file. Enter one, or copy the letter.' : undefined
                }
              />
              <TextField
                label="Subject"
                value={text.subject}
                onChange={(subject) => change({ subject })}
                maxLength={letterLimits.subject}
              />
              <TextArea
                label="Message"
                value={text.body}
                onChange={(next) => change({ body: next })}
                rows={16}
                maxLength={letterLimits.body}
                inputRef={body}
                error={explainUnknown(unknown)}
              />
              {draft.empty.includes('your name') ? (
                <p className="faint-note">Enter your name in Settings to sign letters.</p>
              ) : null}
            </>
          )}
        </div>
      </div>
      <footer className="foot-720 subtle row wrap gap-8 fixed least-decision edge-above" aria-label="Letter">
        <Button size="large" variant="quiet" keys={shortcutKeys.skip} onPress={nextTurn}>
          {isLast ? 'Close' : 'Skip'}
        </Button>
        {isNothing ? null : (
          <>
            <span className="grows" />
            <Button size="large" icon={Copy} pending={add.pending} onPress={copy}>
              Copy
            </Button>
            <Button size="large" icon={Download} pending={file.progress !== null} onPress={save}>
              Save as .eml
            </Button>
            <Button
              size="large"
              variant="primary"
              icon={Mail}
              keys={shortcutKeys.open}
              pending={add.pending}
              onPress={open}
            >
              Open in mail program
            </Button>
          </>
        )}
      </footer>
    </>
  );
}

const noAddress = 'Enter an email address, or copy the letter.';
const tooLong = 'This letter is too long to open in a mail program. Save it as a file, or copy it.';

const nothingSentences: Readonly<Record<LetterKind, (name: string) => string>> = {
  missing: (name) => `${name} has nothing left to send.`,
  renewal: (name) => `${name} has nothing to renew within 60 days.`,
  invite: (name) => `${name} has no open invite.`,
};
