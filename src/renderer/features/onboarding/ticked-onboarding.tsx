import { BadgeCheck, CalendarPlus, Pause } from 'lucide-react';
import { useState } from 'react';
import type { OnboardingRow } from '#shared/ipc/onboarding.ts';
import type { Requirement, RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/select.tsx';
import { TickedBar } from '../../components/ticked-bar.tsx';
import type { Ticks } from '../../stores/ticks.ts';
import { maxTurns, verifyInTurn } from '../../stores/vendor-turns.ts';
import { AttestDialog } from './attest-dialog.tsx';
import styles from './onboarding-screen.module.css';
import { WaiveDialog } from './waive-dialog.tsx';

const cls = bindClasses(styles);

/** What can be done for the vendors that are ticked: a requirement is waived or attested for all of them together. */
export function TickedOnboarding({
  ticks,
  sets,
}: {
  ticks: Ticks<OnboardingRow>;
  sets: readonly RequirementSet[];
}) {
  const requirements = sets.flatMap((set) => set.requirements);
  const [chosen, setChosen] = useState<Requirement | null>(null);
  const [dialog, setDialog] = useState<'waive' | 'attest' | null>(null);
  const subjects = [...ticks.ticked];
  const withId = ticks.rows.flatMap(({ vendorId }) => vendorId ?? []);
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
        <Button
          size="small"
          icon={BadgeCheck}
          disabled={withId.length === 0 || withId.length > maxTurns}
          onPress={() => {
            ticks.clear();
            verifyInTurn(withId);
          }}
        >
          {withId.length > maxTurns ? `Verify, up to ${maxTurns}` : 'Verify licenses'}
        </Button>
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
      {chosen !== null && dialog === 'attest' ? (
        <AttestDialog subjects={subjects} requirement={chosen} onClose={close} onDone={done} />
      ) : null}
    </>
  );
}
