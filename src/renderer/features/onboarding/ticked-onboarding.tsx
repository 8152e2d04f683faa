import { BadgeCheck, CalendarPlus, Eye, FilePlus2, Mail, Pause } from 'lucide-react';
import { useState } from 'react';
import type { OnboardingRow } from '#shared/ipc/onboarding.ts';
import type { NextStep } from '#shared/onboarding/finding.ts';
import type { Requirement, RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/problem.tsx';
import { Select } from '../../components/select.tsx';
import { TickedBar } from '../../components/ticked-bar.tsx';
import { ownMember } from '#shared/own-member.ts';
import { useAction } from '../../stores/action.ts';
import type { Ticks } from '../../stores/ticks.ts';
import { maxTurns, takeInTurn } from '../../stores/turns.ts';
import { AttestDialog } from './attest-dialog.tsx';
import { toStepPlace } from './next-step.ts';
import styles from './onboarding-screen.module.css';
import { WaiveDialog } from './waive-dialog.tsx';

const cls = bindClasses(styles);

/** What can be done for the vendors that are ticked, for all of them together or one after the other. */
export function TickedOnboarding({
  ticks,
  sets,
  isNews,
}: {
  ticks: Ticks<OnboardingRow>;
  sets: readonly RequirementSet[];
  /** Whether the list has only those that Today lists as news. */
  isNews: boolean;
}) {
  const requirements = sets.flatMap((set) => set.requirements);
  const [chosen, setChosen] = useState<Requirement | null>(null);
  const [dialog, setDialog] = useState<'waive' | 'attest' | null>(null);
  const subjects = [...ticks.ticked];
  const seen = useAction('onboarding.noteSeen');
  const todo = listTurns(ticks.rows, requirements);
  const close = () => setDialog(null);
  const done = () => {
    close();
    ticks.clear();
  };
  return (
    <>
      <TickedBar label="Ticked vendors" count={subjects.length} ticks={ticks}>
        <div className={cls('chosen')}>
          <Select
            label="Requirement for the ticked vendors"
            labelHidden
            placeholder="Choose a requirement"
            value={chosen?.id ?? null}
            onChange={(id) => setChosen(requirements.find((one) => one.id === id) ?? null)}
            choices={requirements.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        <Button size="small" icon={Pause} disabled={chosen === null} onPress={() => setDialog('waive')}>
          Waive
        </Button>
        {todo.map(({ label, icon, places, words }) => (
          <Button
            key={label}
            size="small"
            icon={icon}
            disabled={places.length > maxTurns}
            onPress={() => {
              ticks.clear();
              takeInTurn(places, words);
            }}
          >
            {places.length > maxTurns ? `${label}, up to ${maxTurns}` : `${label} (${places.length})`}
          </Button>
        ))}
        {!isNews ? null : (
          <Button
            size="small"
            icon={Eye}
            pending={seen.pending}
            onPress={() => void seen.run({ subjects }).then(({ ok }) => ok && ticks.clear())}
          >
            Seen
          </Button>
        )}
        <Button
          size="small"
          icon={CalendarPlus}
          disabled={chosen?.kind !== 'attestation'}
          onPress={() => setDialog('attest')}
        >
          Attest
        </Button>
      </TickedBar>
      {chosen !== null && dialog === 'waive' ? (
        <WaiveDialog subjects={subjects} requirement={chosen} onClose={close} onDone={done} />
      ) : null}
      <Problem error={seen.error} />
      {chosen !== null && dialog === 'attest' ? (
        <AttestDialog subjects={subjects} requirement={chosen} onClose={close} onDone={done} />
      ) : null}
    </>
  );
}

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

/** The places where each of these steps is taken for the vendors that it is next for; without those that are for nobody. */
function listTurns(rows: readonly OnboardingRow[], requirements: readonly Requirement[]) {
  return turns
    .map(({ step, ...turn }) => {
      const places = rows.flatMap(({ subject, cells }) =>
        requirements.flatMap((requirement) => {
          const cell = ownMember(cells, requirement.id);
          if (cell === undefined || cell.step !== step || cell.state === 'waived') return [];
          return toStepPlace({ ...cell, requirement }, subject) ?? [];
        }),
      );
      // What two requirements ask for is done once.
      return {
        ...turn,
        places: [...new Map(places.map((place) => [JSON.stringify(place), place])).values()],
      };
    })
    .filter(({ places }) => places.length > 0);
}
