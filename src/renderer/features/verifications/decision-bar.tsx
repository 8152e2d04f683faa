import { ExternalLink, Mail, Pause, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ComparisonRow } from '#shared/comparison/licenses.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { findUnacceptable, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { DecidedBy } from '../../components/time-text.tsx';
import { goToCorrection } from '../../components/entry-choices.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { webAddress } from '../../components/outside-link.tsx';
import { focusPageHeading } from '../../components/page.tsx';
import { Problem } from '../../components/message-block.tsx';
import { TextField } from '../../components/text-field.tsx';
import { greet, writeToVendor, type MailContact, type MailDraft } from '../../mail-draft.ts';
import { pressShortcut, shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { useStart } from '../../stores/session.ts';
import { tellDone, stepAbout, undoStep } from '../../stores/undo.ts';
import styles from './decision-bar.module.css';

const cls = bindClasses(styles);

interface DecisionBarProps {
  detail: VerificationDetail;
  verdict: LicenseVerdict | null;
  rows: readonly ComparisonRow[];
  pending: boolean;
  note: DecisionNote;
  onDecided: (detail: VerificationDetail) => void;
}

/** The decisions on a result. They stay on this computer; correcting makes a new verification. */
export function DecisionBar({ detail, verdict, rows, pending, note, onDecided }: DecisionBarProps) {
  const { host } = useStart();
  const decide = useAction('verifications.decide');
  const [problem, setProblem] = useState<string | null>(null);
  const { entryId } = detail;
  const hasResult = detail.result !== null && !pending;
  const open = hasResult && verdict?.needsPerson === true;
  const decided = detail.decision?.choice ?? null;
  const acceptable = verdict === null || findUnacceptable(verdict) === undefined;
  const { vendor } = detail;
  const correctable = detail.replacedBy === null && !['queued', 'sending', 'waiting'].includes(detail.state);

  async function decideOn(
    choice: 'accept_differences' | 'ask_vendor',
    takeBack?: () => Promise<unknown>,
  ): Promise<void> {
    setProblem(null);
    const result = await decide.run({ entryId, choice, note: note.text.trim() });
    if (!result.ok) return;
    // Before the next verification opens, as undo returns to where the toast was shown.
    tellDone(
      choice === 'ask_vendor' ? 'Draft to the vendor opened' : 'Result accepted',
      async () => {
        await takeBack?.();
        return undoDecision(entryId);
      },
      { about: aboutDecision(entryId) },
    );
    note.clear();
    onDecided(result.value);
  }

  function accept(): void {
    if (verdict?.noteNeeded === true && note.text.trim() === '') note.ask();
    else void decideOn('accept_differences');
  }

  async function ask(): Promise<void> {
    const noted = await writeToVendor(vendor, host, (contact) => vendorQuestion(detail, rows, contact));
    if (typeof noted === 'string') setProblem(noted);
    else await decideOn('ask_vendor', noted);
  }

  const site = boardSite(detail);
  function openSite(url: string): void {
    if (host === 'browser') window.open(url, '_blank', 'noopener,noreferrer');
    else void call('app.openOutside', { url });
  }
  useShortcut(shortcutKeys.correct, () => goToCorrection('verification', entryId), { enabled: correctable });
  useShortcut(shortcutKeys.acceptDifferences, accept, {
    enabled: open && acceptable && decided !== 'accept_differences' && !decide.pending,
  });
  useShortcut(shortcutKeys.askVendor, () => void ask(), { enabled: hasResult && !decide.pending });
  const sentence = problem ?? decide.error?.message ?? null;

  return (
    <footer className="subtle fixed edge-above" aria-label="Decisions">
      <Problem error={sentence} slim within="pad-gutter-top" />
      <div className={`${cls('row')} row gap-8 least-decision pad-gutter`}>
        {site === null ? null : (
          <>
            <Button icon={ExternalLink} size="large" onPress={() => openSite(site)}>
              Open the board’s site
            </Button>
            <span className={`${cls('aside')} faint small`}>Opens in your browser</span>
          </>
        )}
        <span className={`${cls('space')} grows`} />
        {hasResult ? (
          <>
            <Button icon={Mail} size="large" keys={shortcutKeys.askVendor} onPress={() => void ask()}>
              Ask the vendor
            </Button>
            {acceptable ? (
              <Button
                size="large"
                keys={shortcutKeys.acceptDifferences}
                pending={decide.pending}
                disabled={!open || decided === 'accept_differences'}
                onPress={accept}
              >
                {verdict?.kind === 'differs' && !verdict.noteNeeded
                  ? 'Accept the differences'
                  : 'Accept anyway'}
              </Button>
            ) : vendor === null ? null : (
              <Button size="large" icon={Pause} to={{ screen: 'vendors', path: [vendor.subject] }}>
                Waive on vendor page
              </Button>
            )}
          </>
        ) : null}
        <Button
          icon={Pencil}
          size="large"
          variant={open && decided === null && detail.answeredId === null ? 'primary' : 'secondary'}
          keys={shortcutKeys.correct}
          disabled={!correctable}
          onPress={() => goToCorrection('verification', entryId)}
        >
          Correct and submit again
        </Button>
      </div>
    </footer>
  );
}

function boardSite(detail: VerificationDetail): string | null {
  const result = detail.result?.value;
  const addresses = [
    result?.response?.verifyingWebsite,
    result?.parameters?.verifyingWebsite,
    detail.submitted.data.verifyingWebsite,
  ];
  return addresses.map(webAddress).find((url) => url !== null) ?? null;
}

export type DecisionNote = ReturnType<typeof useDecisionNote>;

export function useDecisionNote() {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return {
    text,
    setText,
    /** Whether accepting needs a note and was tried without; Enter in the field then accepts. */
    asked,
    field,
    ask(): void {
      setAsked(true);
      field.current?.focus();
    },
    clear(): void {
      setText('');
      setAsked(false);
    },
  };
}

interface OwnDecisionProps {
  detail: VerificationDetail;
  note: DecisionNote;
  onChanged: (detail: VerificationDetail) => void;
}

/** The decision with undo, and the field for the note of the next one. */
export function OwnDecision({ detail, note, onChanged }: OwnDecisionProps) {
  const decide = useAction('verifications.decide', onChanged);
  const { decision, entryId } = detail;

  async function undo(): Promise<void> {
    const step = stepAbout(aboutDecision(entryId));
    if (step === null) await decide.run({ entryId, choice: 'undo', note: '' });
    else await undoStep(step.id);
  }
  // Out of the field, so that single keys work again where no next verification takes the focus.
  function accept(): void {
    focusPageHeading();
    pressShortcut(shortcutKeys.acceptDifferences);
  }
  useShortcut(shortcutKeys.note, () => note.field.current?.focus());

  return (
    <div className="stack gap-10">
      {decision === null ? null : (
        <div className="row-top gap-2 quiet column" role="status">
          <p>
            <strong className="text medium">
              {decision.choice === 'ask_vendor' ? 'Draft to the vendor opened' : 'Accepted'}
            </strong>
            <DecidedBy decision={decision} />
          </p>
          {decision.note === '' ? null : <p className="preserved breakable">{decision.note}</p>}
          <LinkButton pending={decide.pending} onPress={() => void undo()}>
            Undo
          </LinkButton>
        </div>
      )}
      <TextField
        label={decision === null ? 'Note' : 'Note for another decision'}
        optional={!note.asked}
        maxLength={4000}
        value={note.text}
        onChange={note.setText}
        error={note.asked && note.text.trim() === '' ? 'Say why you accept it.' : null}
        hint={
          note.asked
            ? 'Press Enter to accept.'
            : 'Kept on this computer with your decision. The service can’t receive it.'
        }
        {...(note.asked ? { onEnter: accept } : {})}
        trailing={note.text === '' ? <KeyCap keys={shortcutKeys.note} /> : null}
        inputRef={note.field}
      />
      <Problem error={decide.error} />
    </div>
  );
}

export const aboutDecision = (entryId: string): string => `verification ${entryId}`;

/** @returns the sentence to show */
export async function undoDecision(entryId: string): Promise<string> {
  const undone = await call('verifications.decide', { entryId, choice: 'undo', note: '' });
  return undone.ok ? 'Decision undone.' : undone.error.message;
}

function vendorQuestion(
  detail: Pick<VerificationDetail, 'licenseNumber' | 'licenseeName'>,
  rows: readonly ComparisonRow[],
  vendor: MailContact | null,
): MailDraft {
  const differing = rows.filter((row) => row.verdict === 'differs');
  const license = detail.licenseNumber === null ? 'your license' : `your license ${detail.licenseNumber}`;
  const lines =
    differing.length === 0
      ? [`We checked ${license}, and the result was not clear. Could you send us a copy of it?`]
      : [
          `We checked ${license}. These details don’t match the board’s records:`,
          '',
          ...differing.map(
            ({ label, submitted, found }) =>
              `${label}: you gave “${submitted.text ?? ''}”, the board has “${found.text ?? ''}”.`,
          ),
          '',
          'Which of the two is right? If something has changed, please send us a copy of the license.',
        ];
  return {
    to: vendor?.email ?? '',
    subject: `Question about ${license}`,
    body: [greet(vendor), '', ...lines, '', 'Thank you'].join('\n'),
  };
}
