import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { nearlyTheSame } from '#shared/comparison/profile.ts';
import { stateForm } from '#shared/base/states.ts';
import { counted } from '#shared/base/counted.ts';
import { foldText } from '#shared/base/fold-text.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { scopeLabels, scopeParts } from '#shared/onboarding/labels.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useLive } from '../../stores/live.ts';
import { readList, readScope, type SetDraft } from './set-draft.ts';
import styles from './set-editor.module.css';

const cls = bindClasses(styles);

type Scope = SetDraft['appliesTo'];
type Part = keyof Scope;
type Known = CallOutput<'onboarding.scope'>['known'];

/** How long typing has to rest before vendors are counted, in milliseconds. */
const rest = 400;
/** So many known values are offered below a field. */
const offered = 6;

const fold = (part: Part, value: string) => (part === 'states' ? stateForm(value) : foldText(value));

/** Which vendors a set applies to, with how many these are now, and what no vendor has. */
export function ScopeFields({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const [asked, setAsked] = useState(scope);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(scope), rest);
    return () => clearTimeout(timer);
  }, [scope]);
  const { state } = useLive('onboarding.scope', { appliesTo: readScope(asked) }, []);
  const found = state.kind === 'ready' ? state.value : null;
  return (
    <fieldset className={`${cls('scope')} stack no-padding no-margin gap-8 narrows no-border`}>
      <legend>Applies to</legend>
      <p className="quiet-note">
        Vendors must match every field you fill in. Leave blank for all vendors. Separate values with commas.
      </p>
      <div className={`${cls('pair')} grid two-columns start`}>
        {scopeParts.map((part) => (
          <PartField
            key={part}
            part={part}
            text={scope[part]}
            known={found?.known ?? null}
            onChange={(text) => onChange({ ...scope, [part]: text })}
          />
        ))}
      </div>
      {found === null ? null : <Count found={found} />}
    </fieldset>
  );
}

function Count({ found: { count, partial } }: { found: CallOutput<'onboarding.scope'> }) {
  const applies = `Applies to ${partial ? 'at least ' : ''}${counted(count, 'vendor')}.`;
  return count === 0 ? (
    <MessageBlock tone="cau" slim live title="Applies to no vendor now.">
      Check the values above. It still applies to vendors that match later.
    </MessageBlock>
  ) : (
    <p role="status">{applies}</p>
  );
}

function PartField({
  part,
  text,
  known,
  onChange,
}: {
  part: Part;
  text: string;
  known: Known | null;
  onChange: (text: string) => void;
}) {
  const values = readList(text);
  const all = known?.[part] ?? [];
  const isKnown = (value: string) => all.some((one) => fold(part, one) === fold(part, value));
  const chosen = new Set(values.map((value) => fold(part, value)));
  const more = all.filter((one) => !chosen.has(fold(part, one))).slice(0, offered);
  const replace = (value: string, by: string) =>
    onChange(values.map((one) => (one === value ? by : one)).join(', '));
  return (
    <div className={cls('part')}>
      <TextField label={scopeLabels[part]} optional value={text} onChange={onChange} maxLength={2000} />
      {known === null
        ? null
        : values
            .filter((value) => !isKnown(value))
            .map((value) => {
              const near = all.find((one) => nearlyTheSame(value, one));
              return (
                <p key={value} className="note caution">
                  {`No vendor has “${value}”.`}
                  {near === undefined ? null : (
                    <Button size="small" variant="link" onPress={() => replace(value, near)}>
                      {`Use “${near}”`}
                    </Button>
                  )}
                </p>
              );
            })}
      {more.length === 0 ? null : (
        <div className="flow gap-8" role="group" aria-label={`Known ${scopeLabels[part].toLowerCase()}`}>
          {more.map((one) => (
            <Button
              key={one}
              size="small"
              variant="quiet"
              icon={Plus}
              label={`Add ${one}`}
              onPress={() => onChange([...values, one].join(', '))}
            >
              {one}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
