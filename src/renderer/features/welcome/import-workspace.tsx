import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { useFileInput } from '../../components/file-input.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { navigate } from '../../stores/navigation.ts';
import { adoptWorkspace, useStart } from '../../stores/session.ts';
import { TokenField, tokenProblem } from '../sign-in/token-field.tsx';
import styles from './import-workspace.module.css';
import type { CallResult } from '#shared/ipc/call.ts';
import { sendInParts, unreadableFile } from '../../send-in-parts.ts';

const cls = bindClasses(styles);

interface Here {
  importId: string;
  found: CallOutput<'workspaces.inspectImport'>;
}

/** The way in for a workspace that comes from another computer. */
export function ImportWorkspace() {
  const [open, setOpen] = useState(false);
  return (
    <p className={`${cls('offer')} quiet`}>
      Moving from another computer?{' '}
      <Button variant="link" onPress={() => setOpen(true)}>
        Import a workspace file
      </Button>
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
          <FinishButtons formId={formId} onOther={() => setHere(null)} />
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

function FinishButtons({ formId, onOther }: { formId: string; onOther: () => void }) {
  return (
    <>
      <Button onPress={onOther}>Choose another file</Button>
      <Button variant="primary" type="submit" form={formId}>
        Import and open
      </Button>
    </>
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
      <TokenField
        {...form.bind('token')}
        onLeave={() => (form.values.token === '' ? undefined : form.leave('token'))}
        autoFocus
      />
      <Problem title="The workspace was not imported." error={finish.error} />
    </form>
  );
}

/** Brings a workspace file into Gangway and says what it is. Nothing is made of it yet. */
export async function sendFile(file: File, onProgress: (share: number) => void): Promise<CallResult<Here>> {
  const begun = await call('workspaces.importBegin', { bytes: file.size });
  if (!begun.ok) return begun;
  const { importId } = begun.value;
  const sent = await sendInParts(
    file,
    (part) => call('workspaces.importAppend', { importId, ...part }),
    onProgress,
  );
  if (sent.kind === 'refused') return { ok: false, error: sent.error };
  if (sent.kind === 'unreadable') {
    void call('workspaces.importDrop', { importId });
    return { ok: false, error: unreadableFile(file) };
  }
  const found = await call('workspaces.inspectImport', { importId });
  return found.ok ? { ok: true, value: { importId, found: found.value } } : found;
}
