import { TabBar } from '../../components/tab-bar.tsx';
import { useLive } from '../../stores/live.ts';
import { changeQuery } from '../../stores/navigation.ts';

/** Where there are colleagues, the choice between what needs anybody and what needs this person. */
export function WhoseWork({ whose }: { whose: 'mine' | null }) {
  const { value } = useLive('onboarding.sets', null, ['onboarding.changed', 'team.changed'], 1000);
  const { own = null, others = [] } = value?.people ?? {};
  if (whose === null && (own === null || others.length === 0)) return null;
  return (
    <div className="fixed">
      <TabBar
        label="Whose work"
        value={whose ?? 'all'}
        onChange={(id) => changeQuery({ whose: id === 'mine' ? id : null })}
        tabs={[
          { id: 'all', label: 'Everyone’s' },
          { id: 'mine', label: 'Mine' },
        ]}
      />
    </div>
  );
}
