import { stateChips } from '#shared/onboarding/labels.ts';
import type { OnboardingRow } from '#shared/ipc/onboarding.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { requirementStates } from '#shared/onboarding/judge-vendor.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { stateIcons } from '../../components/state-chip.tsx';
import styles from './requirement-marks.module.css';

const cls = bindClasses(styles);

/** A mark for each requirement, in the order of their column; a dash where one does not apply. */
export function RequirementMarks({
  requirements,
  cells,
}: {
  requirements: readonly Requirement[];
  cells: OnboardingRow['cells'];
}) {
  return (
    <span className={`${cls('marks')} gap-4 inline-flex`}>
      {requirements.map(({ id, name }) => {
        const cell = ownMember(cells, id);
        const words = cell === undefined ? `${name}: not required` : `${name}: ${cell.reason}`;
        return (
          <span key={id} className={`${cls('mark')} faint`} role="img" aria-label={words} title={words}>
            {cell === undefined ? '–' : <Mark state={cell.state} />}
          </span>
        );
      })}
    </span>
  );
}

function Mark({ state }: { state: (typeof requirementStates)[number] }) {
  const { tone, icon } = stateChips[state];
  return (
    <span data-tone={tone} className={`${cls('icon')} inline-flex`}>
      <Icon of={stateIcons[icon]} size={14} />
    </span>
  );
}

export function MarkKey() {
  return (
    <ul className={`${cls('key')} flow`}>
      {requirementStates.map((state) => (
        <li key={state}>
          <Mark state={state} /> {stateChips[state].word}
        </li>
      ))}
      <li>– Not required</li>
    </ul>
  );
}
