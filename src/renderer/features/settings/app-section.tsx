import { CircleArrowUp, CircleCheck, Info, type LucideIcon } from 'lucide-react';
import { type UpdateState, type UpdateStatus, feedAddressProblem } from '#shared/settings/updates.ts';
import { updateMessage, type UpdateMessage, feedOriginMessages } from '#shared/words/update-messages.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction, useLogsFolder } from '../../stores/action.ts';
import { openDialog, openHelp } from '../../stores/help.ts';
import { useStart } from '../../stores/session.ts';
import { useUpdates } from '../../stores/updates.ts';
import { NotSaved } from './settings-section.tsx';
import styles from './settings-parts.module.css';
import { FactList } from '../../components/fact-list.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../stores/form.ts';

const cls = bindClasses(styles);

export function Updates() {
  const view = useUpdates();
  if (view.kind === 'ready') return <Standing status={view.status} />;
  return view.kind === 'failed' ? (
    <MessageBlock tone="neg" title="Could not read the update status.">
      {view.error.message}
    </MessageBlock>
  ) : null;
}

function Standing({ status }: { status: UpdateStatus }) {
  const { state } = status;
  const words = updateMessage(state);
  const check = useAction('updates.check');
  const download = useAction('updates.download');
  const install = useAction('updates.install');
  const error = check.error ?? download.error ?? install.error;
  const actions = (
    <>
      {mayCheck(state) && !(state.kind === 'download_failed' && mayDownload(state)) ? (
        <Button
          pending={check.pending || state.kind === 'checking'}
          onPress={() => void check.run(null)}
          variant="secondary"
        >
          Check now
        </Button>
      ) : null}
      {mayDownload(state) ? (
        <Button variant="primary" pending={download.pending} onPress={() => void download.run(null)}>
          {state.kind === 'available' ? 'Download' : 'Download again'}
        </Button>
      ) : null}
      {state.kind === 'ready' ? (
        <Button variant="primary" pending={install.pending} onPress={() => void install.run(null)}>
          Install and restart
        </Button>
      ) : null}
    </>
  );
  return (
    <>
      {words.tone === 'cau' || words.tone === 'neg' ? (
        <MessageBlock tone={words.tone} live title={words.title} actions={actions}>
          {words.sentence} <Times status={status} />
        </MessageBlock>
      ) : (
        <div className="row-top gap-10">
          <span className="inline-flex drop-2" data-tone={words.tone}>
            <Icon of={getIcon(words.tone)} />
          </span>
          <div className="grow">
            <p role="status" className="medium">
              {words.title}
            </p>
            <p className="quiet">
              {words.sentence} <Times status={status} />
            </p>
          </div>
          <div className="gap-8 fixed flex">{actions}</div>
        </div>
      )}
      {state.kind === 'downloading' ? (
        <div
          role="progressbar"
          aria-label={`Download of version ${state.version}`}
          aria-valuenow={state.percent}
          className={`${cls('bar')} clipped round-2`}
        >
          <span style={{ width: `${state.percent}%` }} />
        </div>
      ) : null}
      <Problem title="This was not done." error={error} />
      <UpdateAddress key={status.feed?.address ?? 'none'} status={status} />
    </>
  );
}

/** Last and next update check. */
function Times({ status: { state, nextCheckAt } }: { status: UpdateStatus }) {
  const looked =
    state.kind === 'up_to_date' || state.kind === 'check_failed' || state.kind === 'download_failed'
      ? state.at
      : null;
  const waits = nextCheckAt !== null && mayCheck(state) && state.kind !== 'checking';
  if (looked === null && !waits) return null;
  return (
    <>
      {looked === null ? null : (
        <>
          {state.kind === 'download_failed' ? 'Tried' : 'Checked'} <TimeText at={looked} form="list" />
          {waits ? ', checks again ' : '.'}
        </>
      )}
      {looked === null && waits ? 'Checks again ' : null}
      {waits ? (
        <>
          <TimeText at={nextCheckAt} form="soon" />.
        </>
      ) : null}
    </>
  );
}

/** A badly signed update is not offered twice; a later check may find another. */
const mayDownload = (state: UpdateState): boolean =>
  state.kind === 'available' || (state.kind === 'download_failed' && state.failure !== 'not_trusted');

const mayCheck = (state: UpdateState): boolean =>
  state.kind !== 'off' && state.kind !== 'downloading' && state.kind !== 'ready';

function getIcon(tone: UpdateMessage['tone']): LucideIcon {
  if (tone === 'pos') return CircleCheck;
  return tone === 'prog' ? CircleArrowUp : Info;
}

/** Where updates come from. What the administrator set is shown and cannot be changed here. */
function UpdateAddress({ status: { state, feed } }: { status: UpdateStatus }) {
  if (feed !== null && feed.from !== 'settings') {
    return (
      <>
        <FactList facts={[{ label: 'Address', value: <Verbatim>{feed.address}</Verbatim> }]} />
        <p className="quiet">{feedOriginMessages[feed.from]}</p>
      </>
    );
  }
  if (state.kind === 'off' && state.reason !== 'not_set') return null;
  const held = state.kind === 'downloading' || state.kind === 'ready';
  return <AddressForm address={feed?.address ?? ''} held={held} />;
}

function AddressForm({ address, held }: { address: string; held: boolean }) {
  const save = useAction('updates.setFeed');
  const { formProps, ...form } = useForm(
    { address },
    { address: (values) => (values.address.trim() === '' ? null : feedAddressProblem(values.address)) },
  );
  const changed = form.values.address.trim() !== address;

  function submit(): void {
    const text = form.values.address.trim();
    void save.run({ address: text === '' ? null : text });
  }

  return (
    <>
      <form {...formProps(submit)} className={`${cls('line', 'end')} row gap-8`}>
        <div className={`${cls('grow')} grow`}>
          <TextField
            label="Update address"
            type="url"
            {...form.bind('address')}
            placeholder="https://"
            disabled={held}
            maxLength={2000}
            optional
          />
        </div>
        <Button type="submit" disabled={!changed || held} pending={save.pending}>
          Save address
        </Button>
      </form>
      <p className="quiet">
        {held
          ? 'It can be changed again once the update is installed.'
          : 'Your administrator can give it to you. Without it, Gangway does not check for updates.'}
      </p>
      <NotSaved error={save.error} />
    </>
  );
}

export function About() {
  const { version, host } = useStart();
  const logs = useLogsFolder();
  return (
    <>
      <FactList
        facts={[
          { label: 'Version', value: version },
          { label: 'Runs as', value: host === 'electron' ? 'Desktop app' : 'In a browser, on this computer' },
        ]}
      />
      <div className={`${cls('line')} row gap-8`}>
        <Button onPress={() => openHelp('news')}>What’s new</Button>
        <Button onPress={() => openDialog('about')}>Licenses</Button>
        <Button onPress={() => openDialog('diagnostics')}>Show diagnostics</Button>
        <Button pending={logs.pending} onPress={logs.show}>
          {host === 'electron' ? 'Open logs folder' : 'Where are the logs?'}
        </Button>
      </div>
      <Problem error={logs.error} />
      {logs.folder === null ? null : (
        <MessageBlock tone="neu" live quote={logs.folder}>
          The logs are in this folder:
        </MessageBlock>
      )}
    </>
  );
}
