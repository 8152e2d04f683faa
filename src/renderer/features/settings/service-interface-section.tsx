import { interfaceLabel } from '#shared/settings/settings.ts';
import { Download, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import {
  interfaceFileName,
  maxInterfaceFile,
  readInterfaceFile,
  writeInterfaceFile,
} from '#shared/settings/interface-file.ts';
import { Button } from '../../components/button.tsx';
import { JsonFileButton, UnusableFile, type ChosenFile } from '../../components/file-input.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { useAction } from '../../stores/action.ts';
import { saveJson } from '../../stores/export-file.ts';
import { adoptWorkspace, useWorkspace } from '../../stores/session.ts';

type Outcome =
  | { kind: 'taken'; fileName: string; count: number }
  | { kind: 'not_taken'; problems: readonly string[] };

/** Where the settings of the interface come from: the administrator, a file, or the person; and the way into a file. */
export function ServiceInterface() {
  const { settings, interfacePolicy, baseUrl } = useWorkspace();
  const { run, pending, error } = useAction('workspaces.updateSettings', adoptWorkspace);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function take(file: ChosenFile): Promise<Outcome | null> {
    if (!file.ok) return { kind: 'not_taken', problems: [file.problem] };
    const reading = readInterfaceFile(file.text);
    if (!reading.ok) return { kind: 'not_taken', problems: reading.problems };
    const { baseUrl: only, members } = reading.file;
    if (only !== null && only !== baseUrl) {
      return { kind: 'not_taken', problems: [`The file is only for the service at ${only}.`] };
    }
    return (await run(members)).ok
      ? { kind: 'taken', fileName: file.name, count: Object.keys(members).length }
      : null;
  }

  return (
    <>
      {interfacePolicy.members.length === 0 ? null : (
        <MessageBlock tone="neu" icon={ShieldCheck} title="Your administrator set some of this.">
          It applies to everyone on this computer: {interfacePolicy.members.map(interfaceLabel).join('; ')}.
        </MessageBlock>
      )}
      {interfacePolicy.problem === null ? null : (
        <MessageBlock
          tone="cau"
          icon={ShieldAlert}
          title="Your administrator’s settings are not used."
          quote={interfacePolicy.problem}
        >
          The file service-interface.json has a mistake, so none of its settings apply. Tell your
          administrator.
        </MessageBlock>
      )}
      <div className="row gap-8 wraps-narrow">
        <Button icon={Download} onPress={() => saveJson(writeInterfaceFile(settings), interfaceFileName)}>
          Export these settings
        </Button>
        <JsonFileButton
          inputLabel="File of settings"
          maxBytes={maxInterfaceFile}
          pending={pending}
          onChoose={async (file) => setOutcome(await take(file))}
        >
          Import settings
        </JsonFileButton>
      </div>
      {outcome?.kind === 'taken' ? (
        <MessageBlock tone="pos" live title={`${outcome.fileName} was imported.`}>
          {outcome.count === 1 ? '1 setting now matches' : `${outcome.count} settings now match`} the file.
        </MessageBlock>
      ) : null}
      {outcome?.kind === 'not_taken' ? <UnusableFile problems={outcome.problems} /> : null}
      <Problem title="Nothing was changed." error={error} />
    </>
  );
}
