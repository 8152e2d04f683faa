import { Pencil } from 'lucide-react';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { navigate } from '../../stores/navigation.ts';
import { openedFrom, templatesPlace, useTemplates } from '../templates/templates.ts';
import { NotSaved, SettingsSection } from './settings-section.tsx';
import styles from './settings-parts.module.css';

const cls = bindClasses(styles);

/** Which message templates there are, and the way to them. */
export function TemplatesSection() {
  const { state } = useTemplates();
  const names = state.kind === 'ready' ? state.value.map(({ name }) => name) : [];
  return (
    <SettingsSection
      title="Message templates"
      lead="Messages for invites, with the vendor’s name and company filled in."
    >
      <NotSaved error={state.kind === 'failed' ? state.error : null} />
      {state.kind !== 'ready' ? null : (
        <p className="quiet">{names.length === 0 ? 'None yet.' : names.join(', ')}</p>
      )}
      <div className={`${cls('line')} row gap-8`}>
        <Button icon={Pencil} onPress={() => navigate(templatesPlace(openedFrom('settings')))}>
          Edit templates
        </Button>
      </div>
    </SettingsSection>
  );
}
