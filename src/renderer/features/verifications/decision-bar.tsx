import { ExternalLink, Mail, Pause, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ComparisonRow } from '#shared/comparison/licenses.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { findUnacceptable, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { goToCorrection } from '../../components/entry-choices.tsx';
import { Problem } from '../../components/problem.tsx';
import { webAddress } from '../../components/outside-link.tsx';
import { findContact, openMailDraft } from '../../mail-draft.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { navigate } from '../../stores/navigation.ts';
import { useStart } from '../../stores/session.ts';
import { tellDone } from '../../stores/undo.ts';
import styles from './decision-bar.module.css';
import { aboutDecision, undoDecision } from './undo-decision.ts';
import { vendorQuestion } from './vendor-question.ts';

const cls = bindClasses(styles);

/** The decisions on a result. They stay on this computer; correcting makes a new verification. */
export function DecisionBar({
  detail,
  verdict,
  rows,
  pending,
  note,
  onNoteMissing,
  onDecided,
}: {
  detail: VerificationDetail;
  verdict: LicenseVerdict | null;
  rows: readonly ComparisonRow[];
  /** Whether nothing was found yet that could be decided on. */
  pending: boolean;
  note: string;
  /** Accepting needs a note, and none is there. */
  onNoteMissing: () => void;
  onDecided: (detail: VerificationDetail) => void;
}) {
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

  async function decideOn(choice: 'accept_differences' | 'ask_vendor'): Promise<void> {
    setProblem(null);
    const result = await decide.run({ entryId, choice, note: note.trim() });
    if (!result.ok) return;
    // First, as undo leads back to where it was told: the next verification is opened then.
    tellDone(
      choice === 'ask_vendor' ? 'Draft to the vendor opened' : 'Result accepted',
      () => undoDecision(entryId),
      { about: aboutDecision(entryId) },
    );
    onDecided(result.value);
  }

  function accept(): void {
    if (verdict?.noteNeeded === true && note.trim() === '') onNoteMissing();
    else void decideOn('accept_differences');
  }

  async function ask(): Promise<void> {
    const sentence = await openMailDraft(vendorQuestion(detail, rows, await findContact(vendor)), host);
    if (sentence === null) await decideOn('ask_vendor');
    else setProblem(sentence);
  }

  const site = boardSite(detail);
  useShortcut(shortcutKeys.correct, () => goToCorrection('verification', entryId), { enabled: correctable });
  useShortcut(shortcutKeys.acceptDifferences, accept, {
    enabled: open && acceptable && decided !== 'accept_differences' && !decide.pending,
  });
  useShortcut(shortcutKeys.askVendor, () => void ask(), { enabled: hasResult && !decide.pending });
  const sentence = problem ?? decide.error?.message ?? null;

  return (
    <footer className={`${cls('bar')} subtle fixed`} aria-label="Decisions">
      {sentence === null ? null : (
        <div className={cls('problem')}>
          <Problem error={sentence} slim />
        </div>
      )}
      <div className={`${cls('row')} row gap-8`}>
        {site === null ? null : (
          <>
            <Button icon={ExternalLink} size="large" onPress={() => openSite(site, host)}>
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
              <Button
                size="large"
                icon={Pause}
                onPress={() => navigate({ screen: 'vendors', path: [vendor.subject] })}
              >
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

/** The address where the board can be asked by hand: as found, else as submitted; the first that can be opened. */
function boardSite(detail: VerificationDetail): string | null {
  const result = detail.result?.value;
  const addresses = [
    result?.response?.verifyingWebsite,
    result?.parameters?.verifyingWebsite,
    detail.submitted.data.verifyingWebsite,
  ];
  return addresses.map(webAddress).find((url) => url !== null) ?? null;
}

function openSite(url: string, host: 'electron' | 'browser'): void {
  if (host === 'browser') window.open(url, '_blank', 'noopener,noreferrer');
  else void call('app.openOutside', { url });
}
