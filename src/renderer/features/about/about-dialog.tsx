import type { ThirdPartyNotice } from '#shared/ipc/desktop.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Problem, Note } from '../../components/message-block.tsx';
import { Disclosure } from '../../components/raw-record.tsx';
import { useLive } from '../../stores/live.ts';
import { openHelp, openDialog } from '../../stores/help.ts';
import { useStart } from '../../stores/session.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { useScrollStop } from '../../components/scroll-stop.ts';

export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { version, host } = useStart();
  const { state, reload } = useLive('desktop.thirdPartyNotices', null, []);
  return (
    <DialogFrame
      title="About Gangway"
      subtitle={`Version ${version}, ${host === 'electron' ? 'desktop app' : 'in a browser, on this computer'}`}
      width={620}
      closesOutside
      onClose={onClose}
      foot={
        <>
          <Button
            variant="quiet"
            onPress={() => {
              onClose();
              openHelp('news');
            }}
          >
            What’s new
          </Button>
          <Button variant="quiet" onPress={() => openDialog('diagnostics')}>
            Show diagnostics
          </Button>
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      <div className="stack gap-12">
        {state.kind === 'failed' ? <Problem error={state.error} onRetry={reload} /> : null}
        {state.kind === 'ready' ? <Works works={state.value} electron={host === 'electron'} /> : null}
      </div>
    </DialogFrame>
  );
}

function Works({ works, electron }: { works: readonly ThirdPartyNotice[]; electron: boolean }) {
  if (works.length === 0) {
    return <Note>This copy of Gangway has no list of licenses.</Note>;
  }
  return (
    <>
      <p className="quiet-note">
        Open-source licenses of the {works.length} packages in Gangway.
        {electron ? ' Those of Electron and Chromium are in LICENSES.chromium.html beside the program.' : ''}
      </p>
      <ul className="ruled-below scroll-all most-40vh" aria-label="Open-source licenses">
        {works.map((work) => (
          <li key={`${work.name} ${work.version}`}>
            <Disclosure title={`${work.name} ${work.version}`} aside={work.license}>
              <LongPre text={work.text ?? 'Its package has no license text.'} />
            </Disclosure>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows all diagnostics before they are copied. */
export function DiagnosticsDialog({ onClose }: { onClose: () => void }) {
  const { state, value, reload } = useLive('desktop.diagnostics', null, []);
  const text = value?.text ?? null;
  return (
    <DialogFrame
      title="Diagnostics"
      subtitle="For your administrator. Contains no names, addresses, IDs or tokens."
      width={620}
      closesOutside
      onClose={onClose}
      foot={
        <>
          {text === null ? null : <CopyButton text={text} what="diagnostics" word="Copy diagnostics" />}
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      {state.kind === 'failed' ? <Problem error={state.error} onRetry={reload} /> : null}
      {text === null ? null : <LongPre text={text} />}
    </DialogFrame>
  );
}

function LongPre({ text }: { text: string }) {
  const scroller = useScrollStop<HTMLPreElement>();
  return (
    <pre
      ref={scroller}
      className="subtle mono preserved small no-margin scroll-all boxed-faint round-6 lines-18 breakable most-46vh pad-10-12"
    >
      {text}
    </pre>
  );
}
