import { Check, CircleX, Minus } from 'lucide-react';
import type { LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { bindClasses } from '../../class-names.ts';
import { AsItCame, type Path } from '../../components/as-it-came.tsx';
import { Icon } from '../../components/icon.tsx';
import { stateIcons } from '../../components/state-icons.ts';
import styles from './verdict.module.css';

const cls = bindClasses(styles);

/** What the result comes to in one sentence, with the service's own two answers beside it. */
export function Verdict({
  verdict,
  explanation,
  isVerified,
  isMatch,
}: {
  verdict: LicenseVerdict;
  explanation: string;
  isVerified: boolean | null | undefined;
  isMatch: boolean | null | undefined;
}) {
  return (
    <section className={`${cls('verdict')} row-top gap-12 ruled-below padded`} aria-label="Result">
      <span className={cls('icon')} data-tone={verdict.tone}>
        <Icon of={stateIcons[verdict.icon]} size={20} turning={verdict.kind === 'checking'} />
      </span>
      <div className={`${cls('words')} grow`}>
        <h2 className="heading">{verdict.headline}</h2>
        <p className="quiet">{explanation}</p>
      </div>
      <dl className={cls('answers')}>
        <Answer
          label="Verified"
          value={isVerified}
          path={['isVerified']}
          checking={verdict.kind === 'checking'}
        />
        <Answer
          label="Match"
          value={isMatch}
          path={['response', 'isMatch']}
          checking={verdict.kind === 'checking'}
        />
      </dl>
    </section>
  );
}

function Answer({
  label,
  value,
  path,
  checking,
}: {
  label: string;
  value: boolean | null | undefined;
  path: Path;
  /** The service has not come to an end: its "no" is not one yet. */
  checking: boolean;
}) {
  const [icon, tone, word] =
    value == null
      ? ([Minus, 'unsaid', 'Not provided'] as const)
      : value
        ? ([Check, 'pos', 'Yes'] as const)
        : checking
          ? ([Minus, 'unsaid', 'Not yet'] as const)
          : ([CircleX, 'neg', 'No'] as const);
  return (
    <div>
      <dt className="faint-note">{label}</dt>
      <dd className={`${cls('answer')} row gap-6 bold unbroken`} data-tone={tone}>
        <Icon of={icon} />
        <AsItCame path={path}>{word}</AsItCame>
      </dd>
    </div>
  );
}
