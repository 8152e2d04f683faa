import { SuggestField } from '../../components/suggest-field.tsx';
import { useLive } from '../../stores/live.ts';
import { useWorkspace } from '../../stores/session.ts';

/** What licenses are checked as whose row does not say so; the types that were used before are suggested. */
export function TypeForAll({
  value,
  disabled,
  onChange,
  onLeave,
}: {
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
}) {
  const { settings } = useWorkspace();
  const { state } = useLive('verifications.types', null, []);
  return (
    <SuggestField
      label="Type for all"
      value={value}
      disabled={disabled}
      onChange={onChange}
      onLeave={onLeave}
      suggestions={state.kind === 'ready' ? state.value : [settings.defaultVerificationType]}
      maxLength={200}
      hint="For rows without their own type"
    />
  );
}
