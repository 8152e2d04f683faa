import { useState } from 'react';
import { Button, SmallButton } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { TextField } from '../../components/text-field.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { adoptWorkspace, useWorkspace, shortAddress, useStart } from '../../stores/session.ts';
import { useNow, listTime, detailTime } from '../../time.ts';
import { ChangeAddressDialog } from './change-address.tsx';
import { NotSaved } from './settings-section.tsx';
import { SettingFields } from './setting-fields.tsx';
import { openedFrom, templatesPlace, useTemplates } from '../templates/templates.ts';
import styles from './settings-parts.module.css';
import { Plus, Download, Pencil, ShieldAlert, ShieldCheck } from 'lucide-react';
import { TimeText } from '../../components/time-text.tsx';
import { navigate, openSignIn } from '../../stores/navigation.ts';
import { Problem, Note, MessageBlock } from '../../components/message-block.tsx';
import { useExport } from '../../stores/export-file.ts';
import type { KeychainStatus, OpenWorkspace } from '#shared/ipc/app.ts';
import { keychainTrouble, tokenAwayMessages } from '#shared/words/keychain-messages.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { TryKeychain } from '../keychain/try-keychain.tsx';

const cls = bindClasses(styles);

export function NameAndAddress() {
  const workspace = useWorkspace();
  const rename = useAction('workspaces.rename', adoptWorkspace);
  const { formProps, ...form } = useForm(
    { name: workspace.name },
    { name: ({ name }) => (name.trim() === '' ? 'Give the workspace a name.' : null) },
  );
  const [changing, setChanging] = useState(false);
  const now = useNow('minute');
  const changed = form.values.name.trim() !== workspace.name;

  const submit = () => void rename.run({ name: form.values.name.trim() });
  return (
    <>
      <form {...formProps(submit)} className={`${cls('line', 'end')} row gap-8`}>
        <div className={`${cls('grow')} grow`}>
          <TextField label="Name" {...form.bind('name')} maxLength={120} />
        </div>
        <Button type="submit" disabled={!changed} pending={rename.pending}>
          Save name
        </Button>
      </form>
      <NotSaved error={rename.error} />
      <FactList
        facts={[
          { label: 'Address', value: <Verbatim>{workspace.baseUrl}</Verbatim> },
          ...workspace.addressChanges.toReversed().map(({ at, from }) => ({
            label: `Until ${listTime(at, now)}`,
            value: <Verbatim>{from}</Verbatim>,
          })),
          {
            label: 'Kind',
            value: workspace.practice
              ? 'Practice, with made-up data. Nothing leaves this computer.'
              : 'Your company',
          },
        ]}
      />
      <SettingFields section="Name and address" />
      {workspace.practice ? null : (
        <div>
          <Button onPress={() => setChanging(true)}>Change the address</Button>
        </div>
      )}
      {changing ? <ChangeAddressDialog suggested="" onClose={() => setChanging(false)} /> : null}
    </>
  );
}

/** The workspaces on this computer. Each has its own data; nothing passes from one to another. */
export function Workspaces() {
  const { workspaces } = useStart();
  const current = useWorkspace();
  const open = useAction('workspaces.open', adoptWorkspace);
  const openPractice = useAction('workspaces.openPractice', adoptWorkspace);
  const problem = open.error ?? openPractice.error;
  return (
    <>
      <ul className="ruled-above">
        {workspaces.map((one) => (
          <li key={one.id} className={`${cls('item')} row gap-12 ruled-below pad-3-0`}>
            <span className={`${cls('grow')} grow`}>
              <strong>{one.name}</strong>{' '}
              <span className="quiet">{one.practice ? 'Practice' : shortAddress(one.baseUrl)}</span>
            </span>
            {one.id === current.id ? (
              <span className="quiet">Open now</span>
            ) : (
              <>
                {one.lastOpenedAt === null ? null : (
                  <span className="quiet">
                    opened <TimeText at={one.lastOpenedAt} />
                  </span>
                )}
                <SmallButton disabled={open.pending} onPress={() => void open.run({ id: one.id })}>
                  Open
                </SmallButton>
              </>
            )}
          </li>
        ))}
      </ul>
      <Problem title="This workspace could not be opened." error={problem} />
      <div className={`${cls('line')} row gap-8`}>
        <Button icon={Plus} to={{ screen: 'settings', path: ['connect'] }}>
          Connect another company
        </Button>
        {workspaces.some((one) => one.practice) ? null : (
          <Button pending={openPractice.pending} onPress={() => void openPractice.run(null)}>
            Open practice
          </Button>
        )}
      </div>
    </>
  );
}

/** Takes everything that this workspace keeps to another computer, in one file. */
export function WorkspaceExport() {
  const exporting = useExport();
  const { progress } = exporting;
  const share =
    progress === null || progress.total === 0 ? 0 : Math.round((progress.done / progress.total) * 100);
  return (
    <>
      <Note>Unsent items are still sent from this computer. In the copy, they wait until you decide.</Note>
      <div className={`${cls('line')} row gap-8`}>
        <Button
          icon={Download}
          pending={progress !== null}
          onPress={() => void exporting.run('exports.beginWorkspace', null)}
        >
          {progress === null ? 'Export a workspace file' : `Exporting, ${share} %`}
        </Button>
        {progress === null ? null : <Button onPress={exporting.cancel}>Cancel</Button>}
      </div>
      <NotSaved error={exporting.error} />
    </>
  );
}

export function MessageTemplates() {
  const { value: templates, error } = useTemplates();
  const names = templates?.map(({ name }) => name) ?? [];
  return (
    <>
      <NotSaved error={error} />
      {templates === null ? null : (
        <p className="quiet">{names.length === 0 ? 'None yet.' : names.join(', ')}</p>
      )}
      <div className={`${cls('line')} row gap-8`}>
        <Button icon={Pencil} onPress={() => navigate(templatesPlace(openedFrom('settings')))}>
          Edit templates
        </Button>
      </div>
    </>
  );
}

/** What is known of a token that is kept: when it was saved and last accepted. Never the token. */
function tokenSentence(token: OpenWorkspace['token'], now: number): string {
  if (token.kept === 'none') {
    return token.away === null ? 'No token on this computer.' : tokenAwayMessages[token.away].title;
  }
  const saved = token.savedAt === null ? 'Saved' : `Saved ${listTime(token.savedAt, now)}`;
  const accepted =
    token.lastAcceptedAt === null ? 'not used yet' : `last accepted ${listTime(token.lastAcceptedAt, now)}`;
  const until = token.kept === 'this_session' ? ' It is kept until you close Gangway.' : '';
  return `${saved}, ${accepted}.${until}`;
}

export function AccessToken() {
  const { keychain } = useStart();
  const { token } = useWorkspace();
  const now = useNow('minute');
  const forget = useAction('workspaces.forgetToken', adoptWorkspace);
  const [forgetting, setForgetting] = useState(false);
  return (
    <>
      <div className={`${cls('line')} row gap-8 between`}>
        <span title={token.savedAt === null ? undefined : detailTime(token.savedAt, now)}>
          {tokenSentence(token, now)}
        </span>
        <span className={`${cls('line')} row gap-8`}>
          <Button onPress={openSignIn}>{token.kept === 'none' ? 'Sign in' : 'Replace'}</Button>
          {token.kept === 'none' ? null : (
            <Button variant="danger" onPress={() => setForgetting(true)}>
              Forget
            </Button>
          )}
        </span>
      </div>
      <KeychainPart keychain={keychain} away={token.away} />
      {forgetting ? (
        <ConfirmDialog
          title="Forget the access token?"
          confirmLabel="Forget it"
          cancelLabel="Keep it"
          danger
          onClose={() => setForgetting(false)}
          onConfirm={() => forget.run(null)}
        >
          Items in the outbox wait until you sign in again. Nothing is lost.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

interface KeychainPartProps {
  keychain: KeychainStatus;
  away: OpenWorkspace['token']['away'];
}

/** How the keychain is doing, and what to do where it is of no use or does not hold the token any more. */
function KeychainPart({ keychain, away }: KeychainPartProps) {
  const trouble = keychainTrouble(keychain);
  if (trouble !== null) {
    return (
      <MessageBlock tone="cau" icon={ShieldAlert} title={trouble.title} actions={<TryKeychain />}>
        {trouble.text}
      </MessageBlock>
    );
  }
  return (
    <>
      {away === null ? null : (
        <MessageBlock tone="cau" icon={ShieldAlert} actions={<TryKeychain />}>
          {tokenAwayMessages[away].text}
        </MessageBlock>
      )}
      {keychain.kind === 'works' ? (
        <p className={`${cls('line')} row gap-8 good-icons`}>
          <Icon of={ShieldCheck} />
          Keychain ready: {keychain.name}
        </p>
      ) : null}
    </>
  );
}
