import { bindClasses } from '../../class-names.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Problem } from '../../components/message-block.tsx';
import { useScrollStop } from '../../components/scroll-stop.ts';
import { useLive } from '../../stores/live.ts';
import styles from './about.module.css';

const cls = bindClasses(styles);

/** Shows what whoever helps needs to know, in full, before it is copied. */
export function DiagnosticsDialog({ onClose }: { onClose: () => void }) {
  const { state, reload } = useLive('desktop.diagnostics', null, []);
  const text = state.kind === 'ready' ? state.value.text : null;
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
      {text === null ? null : <DiagnosticsText text={text} />}
    </DialogFrame>
  );
}

function DiagnosticsText({ text }: { text: string }) {
  const scroller = useScrollStop<HTMLPreElement>();
  return (
    <pre
      ref={scroller}
      className={`${cls('text')} subtle mono preserved small no-margin scroll-all boxed-faint round-6 lines-18 breakable`}
    >
      {text}
    </pre>
  );
}
