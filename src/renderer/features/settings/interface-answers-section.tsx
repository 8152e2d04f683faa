import { interfaceMembers } from '#shared/settings.ts';
import type { AnswerRule } from '#shared/settings.ts';
import { Eye, Trash2 } from 'lucide-react';
import { counted } from '#shared/counted.ts';
import { readBaseUrl } from '#shared/service/base-url.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { bindClasses } from '../../class-names.ts';
import { useWorkspace } from '../../stores/session.ts';
import { useInterfaceSettings } from './interface-settings.ts';
import { Observed, useExchanges } from './observed.tsx';
import { tokenRefusalsSeen, wrappingSeen } from './observed-words.ts';
import { NotSaved } from './not-saved.tsx';
import { SettingTextField, type SettingReading } from './setting-text-field.tsx';
import styles from './settings-parts.module.css';
import { SettingsSection } from './settings-section.tsx';

const cls = bindClasses(styles);

/** Response format: what refuses the token, what they are wrapped in, and where their addresses begin. */
export function InterfaceAnswersSection() {
  const { baseUrl } = useWorkspace();
  const { settings, held, change, error } = useInterfaceSettings();
  const exchanges = useExchanges();
  const { relativeAddresses } = exchanges;
  const wrapping = wrappingSeen(exchanges);
  return (
    <SettingsSection title="Response format" lead="How the service wraps the data in its answers.">
      <div className={cls('pair')}>
        <div>
          <SettingTextField
            label={interfaceMembers.tokenRefusedStatuses.label}
            hint="Separate with commas, from 400 to 499. Usually 401. A 400 or 403 that says invalid_token always counts."
            mono
            text={settings.tokenRefusedStatuses.join(', ')}
            read={readStatuses}
            onSave={(tokenRefusedStatuses) => change({ tokenRefusedStatuses })}
            maxLength={200}
            {...held('tokenRefusedStatuses')}
          />
          <Observed>{tokenRefusalsSeen(exchanges)}</Observed>
        </div>
        <SettingTextField
          label={interfaceMembers.envelope.label}
          optional
          hint="The member that holds the data, such as data in {“data”: …}. Usually empty: answers are not wrapped."
          mono
          text={settings.envelope ?? ''}
          read={readEnvelope}
          onSave={(envelope) => change({ envelope })}
          maxLength={100}
          {...held('envelope')}
        />
      </div>
      {settings.envelope !== null || wrapping === null ? null : (
        <MessageBlock
          tone="neu"
          icon={Eye}
          title={`${counted(wrapping.answers, 'answer was', 'answers were')} wrapped in ${wrapping.name}.`}
          actions={
            held('envelope') === null ? (
              <Button size="small" onPress={() => change({ envelope: wrapping.name })}>
                Use it
              </Button>
            ) : undefined
          }
        >
          Without this setting, Gangway can’t read the data inside.
        </MessageBlock>
      )}
      <SettingTextField
        label={interfaceMembers.requestIdAt.label}
        optional
        hint="Where the answer to a submitted verification has its ID, such as data.id, requestId or Location. Usually empty: at id."
        mono
        text={settings.requestIdAt ?? ''}
        read={readMemberPath}
        onSave={(requestIdAt) => change({ requestIdAt })}
        maxLength={100}
        {...held('requestIdAt')}
      />
      <KeptRules
        rules={settings.answerRules}
        held={held('answerRules') !== null}
        onChange={(answerRules) => change({ answerRules })}
      />
      <div>
        <SettingTextField
          label={interfaceMembers.fileBaseUrl.label}
          optional
          type="url"
          placeholder={baseUrl}
          hint="Where the service sends an address such as /files/12.pdf, Gangway looks for it here. Usually empty: at the service’s own address. The token goes only to the service’s own address."
          text={settings.fileBaseUrl ?? ''}
          read={readFileBase}
          onSave={(fileBaseUrl) => change({ fileBaseUrl })}
          maxLength={2000}
          {...held('fileBaseUrl')}
        />
        <Observed>
          {relativeAddresses === 0
            ? null
            : `Seen in ${counted(relativeAddresses, 'answer')}: relative addresses.`}
        </Observed>
      </div>
      <NotSaved error={error} />
    </SettingsSection>
  );
}

function readStatuses(typed: string): SettingReading<number[]> {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !/^4\d\d$/.test(word));
  if (wrong !== undefined)
    return { ok: false, problem: `${wrong} is not a code from 400 to 499. Correct it.` };
  if (words.length > 20) return { ok: false, problem: 'Enter at most 20 codes.' };
  return { ok: true, value: [...new Set(words.map(Number))] };
}

function readEnvelope(typed: string): SettingReading<string | null> {
  if (typed === '') return { ok: true, value: null };
  return /^["“{[]|[}\]"”]$/.test(typed)
    ? { ok: false, problem: 'Enter only the name, without quotes or brackets, such as data.' }
    : { ok: true, value: typed };
}

function readMemberPath(typed: string): SettingReading<string | null> {
  if (typed === '') return { ok: true, value: null };
  return /^[\w$-]+(?:\.[\w$-]+)*$/.test(typed)
    ? { ok: true, value: typed }
    : { ok: false, problem: 'Enter names with dots between them, such as data.id, or Location.' };
}

/** Rules for answers that are not clear, as they were kept beside an item; here they can be removed. */
function KeptRules({
  rules,
  held,
  onChange,
}: {
  rules: readonly AnswerRule[];
  held: boolean;
  onChange: (rules: AnswerRule[]) => void;
}) {
  if (rules.length === 0) return null;
  return (
    <ul className={cls('list')} aria-label={interfaceMembers.answerRules.label}>
      {rules.map((rule) => (
        <li key={`${rule.conclusion} ${rule.pattern}`} className={cls('item')}>
          <span className={cls('word')}>{rule.pattern}</span>
          <span>{rule.treatAs === 'sent' ? 'Treated as sent' : 'Treated as not sent'}</span>
          <IconButton
            icon={Trash2}
            label={`Remove the rule for ${rule.pattern}`}
            disabled={held}
            onPress={() => onChange(rules.filter((other) => other !== rule))}
          />
        </li>
      ))}
    </ul>
  );
}

function readFileBase(typed: string): SettingReading<string | null> {
  if (typed === '') return { ok: true, value: null };
  const reading = readBaseUrl(typed);
  return reading.ok ? { ok: true, value: reading.baseUrl } : reading;
}
