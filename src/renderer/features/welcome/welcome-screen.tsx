import { themes } from '#shared/settings/app-settings.ts';
import {
  ArrowLeft,
  CircleQuestionMark,
  HardDrive,
  Send,
  type LucideIcon,
  FlaskConical,
  WifiOff,
  FileUp,
} from 'lucide-react';
import { Button, LinkButton, SmallButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { AppMenuButton } from '../../components/app-menu-button.tsx';
import { PageHeading } from '../../components/page.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { navigate } from '../../stores/navigation.ts';
import { openHelp, openDialog as showDialog } from '../../stores/help.ts';
import { adoptSettings, useStart, shortAddress, adoptWorkspace } from '../../stores/session.ts';
import { ConnectForm } from './connect-form.tsx';
import { useId, useState } from 'react';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { call } from '../../bridge.ts';
import { DialogFrame } from '../../components/dialog.tsx';
import { useFileInput } from '../../components/file-input.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useForm } from '../../stores/form.ts';
import { TokenField, tokenProblem } from '../sign-in/token-field.tsx';
import type { CallResult } from '#shared/ipc/call.ts';
import { sendInParts } from '../../send-in-parts.ts';
import styles from './welcome-screen.module.css';

const cls = bindClasses(styles);

const promises: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: HardDrive,
    title: 'Saved here first',
    text: 'Every invite and verification is kept on this computer before anything is sent.',
  },
  {
    icon: Send,
    title: 'Sent when it can be',
    text: 'The outbox waits for the network, for an hour or for a week, and then sends in the order you queued.',
  },
  {
    icon: CircleQuestionMark,
    title: 'Honest about what is unclear',
    text: 'If a connection breaks midway, Gangway tells you and asks what to do. It never sends twice automatically.',
  },
];

/** What is shown while no workspace is open, and to connect another one. */
export function Welcome({ canClose }: { canClose: boolean }) {
  const { problem, host } = useStart();
  return (
    <main className={`${cls('halves')} whole-height grid`}>
      <section
        className={`${cls('about')} ${host === 'electron' ? 'moves-window' : ''} scrolls stack edge-right`}
      >
        <div className="row between">
          <p className={`${cls('brand')} row gap-12 bold title`}>
            <Logo />
            Gangway
          </p>
          <AppMenuButton />
        </div>
        <PageHeading
          className={`${cls('title')} wide-320`}
          title="Onboard vendors with or without a signal"
        />
        <p className={`${cls('lead')} above-8 quiet size-14`}>
          Gangway shows which vendors may work: invite them, verify their licenses and review their documents,
          from the office or the job site.
        </p>
        <ol className={cls('promises')}>
          {promises.map((promise) => (
            <li key={promise.title} className={`${cls('promise')} relative flex gap-14`}>
              <span className={`${cls('promiseIcon')} accent surface centered row fixed card high-32`}>
                <Icon of={promise.icon} />
              </span>
              <div>
                <h2>{promise.title}</h2>
                <p>{promise.text}</p>
              </div>
            </li>
          ))}
        </ol>
        <Foot />
      </section>
      <div className={`${cls('entry')} scrolls`}>
        <div className={cls('column')}>
          {canClose ? (
            <div className={`${cls('back')} high-32`}>
              <Button variant="quiet" icon={ArrowLeft} onPress={() => navigate({ screen: 'settings' }, true)}>
                Back
              </Button>
            </div>
          ) : null}
          {problem === null || canClose ? null : (
            <MessageBlock
              tone="neg"
              title={
                problem.code === 'damaged'
                  ? 'The workspace’s data is damaged.'
                  : 'Your last workspace could not be opened.'
              }
            >
              {problem.message}
            </MessageBlock>
          )}
          {canClose ? null : <OtherWorkspaces />}
          <ConnectForm />
          <p className={`${cls('or')} row gap-16 quiet`}>or</p>
          <PracticeCard />
          <ImportWorkspace />
        </div>
      </div>
    </main>
  );
}

function Foot() {
  const { version, settings } = useStart();
  const update = useAction('app.updateSettings', adoptSettings);
  return (
    <footer className={`${cls('foot')} row wrap between small unbroken`}>
      <span>Version {version}</span>
      <span className={`${cls('links')} flex`}>
        <SmallButton variant="quiet" onPress={() => openHelp('connect')}>
          Help
        </SmallButton>
        <SmallButton variant="quiet" onPress={() => showDialog('about')}>
          About
        </SmallButton>
        <Menu
          label="Appearance"
          trigger={<SmallButton variant="quiet">Appearance</SmallButton>}
          choices={themes.map(({ value, label }) => ({
            id: value,
            label,
            current: settings.theme === value,
            onChoose: () => void update.run({ theme: value }),
          }))}
        />
      </span>
    </footer>
  );
}

/** Workspaces that are on this computer already, while none is open. */
function OtherWorkspaces() {
  const { workspaces } = useStart();
  const open = useAction('workspaces.open', adoptWorkspace);
  if (workspaces.length === 0) return null;
  return (
    <section className={cls('list')} aria-label="Workspaces on this computer">
      {workspaces.map((workspace) => (
        <div
          key={workspace.id}
          className={`${cls('workspace')} row between gap-12 quiet ruled-below plain-strong`}
        >
          <span>
            <strong>{workspace.name}</strong>{' '}
            {workspace.practice ? 'Made-up data' : shortAddress(workspace.baseUrl)}
          </span>
          <SmallButton pending={open.pending} onPress={() => void open.run({ id: workspace.id })}>
            Open
          </SmallButton>
        </div>
      ))}
      <Problem error={open.error} />
    </section>
  );
}

/** The way into the practice workspace, whose data never mixes with a company's. */
function PracticeCard() {
  const practice = useAction('workspaces.openPractice');
  async function open(): Promise<void> {
    const result = await practice.run(null);
    if (!result.ok) return;
    navigate({ screen: 'today' }, true);
    adoptWorkspace(result.value);
  }
  return (
    <section className={`${cls('card')} subtle row-top card gap-14`}>
      <span className="accent drop-2">
        <Icon of={FlaskConical} />
      </span>
      <div className={`${cls('words')} grows`}>
        <h2>Open the practice workspace</h2>
        <p>
          A sample service built into the app, with made-up vendors, invites and documents to review. Nothing
          leaves this computer.
        </p>
        <ul className={`${cls('ideas')} quiet small`}>
          <li>
            <Icon of={WifiOff} size={14} />
            Try it with the network switched off
          </li>
          <li>
            <Icon of={CircleQuestionMark} size={14} />
            Decide about an invite that may have been sent
          </li>
        </ul>
        <Problem error={practice.error} />
      </div>
      <Button size="large" pending={practice.pending} onPress={() => void open()}>
        Open practice
      </Button>
    </section>
  );
}

function Logo() {
  return (
    <svg aria-hidden className="block" width="36" height="36" viewBox="0 0 36 36">
      <rect width="36" height="36" rx="8" className={cls('ground')} />
      <path d="M5.5 25.5h8L22.5 13h8" className={cls('way')} />
      <path d="M17.5 23v5M21.3 18.5V28M25.1 17v11" className={cls('posts')} />
    </svg>
  );
}

interface Here {
  importId: string;
  found: CallOutput<'workspaces.inspectImport'>;
}

/** The way in for a workspace that comes from another computer. */
function ImportWorkspace() {
  const [open, setOpen] = useState(false);
  return (
    <p className={`${cls('offer')} quiet`}>
      Moving from another computer?{' '}
      <LinkButton onPress={() => setOpen(true)}>Import a workspace file</LinkButton>
      {open ? <ImportDialog onClose={() => setOpen(false)} /> : null}
    </p>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [here, setHere] = useState<Here | null>(null);

  async function read(file: File): Promise<void> {
    setProblem(null);
    setHere(null);
    setShare(0);
    const result = await sendFile(file, setShare);
    setShare(null);
    if (result.ok) setHere(result.value);
    else setProblem(result.error.message);
  }

  const { input, choose } = useFileInput(
    'A workspace file',
    '.gangway,.gz,application/gzip',
    (file) => void read(file),
  );

  function close(): void {
    if (here !== null) void call('workspaces.importDrop', { importId: here.importId });
    onClose();
  }

  return (
    <DialogFrame
      title="Import a workspace file"
      subtitle="The file has everything that is saved there except the access token."
      onClose={close}
      foot={
        here === null ? (
          <Button variant="primary" icon={FileUp} pending={share !== null} onPress={choose}>
            {share === null ? 'Choose a file' : `Reading, ${Math.round(share * 100)} %`}
          </Button>
        ) : (
          <>
            <Button onPress={() => setHere(null)}>Choose another file</Button>
            <Button variant="primary" type="submit" form={formId}>
              Import and open
            </Button>
          </>
        )
      }
    >
      {input}
      <Problem title="This file cannot be imported." error={problem} />
      {here === null && problem === null ? (
        <ol className={`${cls('steps')} stack gap-6 quiet no-margin`}>
          <li>On the other computer, open Settings and choose “Export a workspace file”.</li>
          <li>Bring that file here, then choose it.</li>
          <li>Enter the access token for its service. Then the workspace opens.</li>
        </ol>
      ) : null}
      {here === null ? null : <Finish formId={formId} here={here} />}
    </DialogFrame>
  );
}

function Finish({ formId, here }: { formId: string; here: Here }) {
  const { sealingKey } = useStart();
  const finish = useAction('workspaces.importFinish');
  const { found, importId } = here;
  const { formProps, ...form } = useForm({ token: '' }, { token: ({ token }) => tokenProblem(token) });

  async function submit(): Promise<void> {
    if (finish.pending) return;
    const token = await sealToken(form.values.token.trim(), sealingKey);
    const result = await finish.run({ importId, token });
    if (!result.ok) return;
    form.reset({ token: '' });
    navigate({ screen: 'today' }, true);
    adoptWorkspace(result.value);
  }

  return (
    <form {...formProps(() => void submit())} id={formId} className="stack gap-16">
      <FactList
        labelWidth={80}
        facts={[
          { label: 'Workspace', value: found.name },
          { label: 'Service', value: <Verbatim>{found.baseUrl}</Verbatim> },
          { label: 'Exported', value: <TimeText at={found.exportedAt} form="detail" /> },
        ]}
      />
      {found.unsent === 0 ? null : (
        <MessageBlock
          tone="cau"
          title={found.unsent === 1 ? '1 item was unsent.' : `${found.unsent} items were unsent.`}
        >
          The other computer can still send these. This computer doesn’t send them: they wait for you under
          “May have been sent”.
        </MessageBlock>
      )}
      <TokenField {...form.bindTyped('token')} autoFocus />
      <Problem title="The workspace was not imported." error={finish.error} />
    </form>
  );
}

/** Brings a workspace file into Gangway and says what it is. Nothing is made of it yet. */
async function sendFile(file: File, onProgress: (share: number) => void): Promise<CallResult<Here>> {
  const begun = await call('workspaces.importBegin', { bytes: file.size });
  if (!begun.ok) return begun;
  const { importId } = begun.value;
  const sent = await sendInParts(
    file,
    (part) => call('workspaces.importAppend', { importId, ...part }),
    onProgress,
  );
  if (sent.kind === 'unreadable') void call('workspaces.importDrop', { importId });
  if (sent.kind !== 'sent') return { ok: false, error: sent.error };
  const found = await call('workspaces.inspectImport', { importId });
  return found.ok ? { ok: true, value: { importId, found: found.value } } : found;
}
