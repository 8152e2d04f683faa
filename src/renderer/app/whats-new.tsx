import { Sparkles } from 'lucide-react';
import { LinkButton } from '../components/button.tsx';
import { MessageBlock } from '../components/message-block.tsx';
import { useAction } from '../stores/action.ts';
import { openHelp } from '../stores/help.ts';
import { forgetUpdate, useStart } from '../stores/session.ts';

/** Shown once after an update, with a link to the news. */
export function WhatsNew() {
  const { version } = useStart();
  const note = useAction('app.noteNewsSeen');
  async function noteSeen(): Promise<void> {
    const result = await note.run(null);
    if (result.ok) forgetUpdate();
  }
  return (
    <div className="pad-gutter-top">
      <MessageBlock
        tone="neu"
        slim
        icon={Sparkles}
        title={`Gangway was updated to version ${version}.`}
        actions={
          <>
            <LinkButton
              onPress={() => {
                openHelp('news');
                void noteSeen();
              }}
            >
              See what’s new
            </LinkButton>
            <LinkButton pending={note.pending} onPress={() => void noteSeen()}>
              Dismiss
            </LinkButton>
          </>
        }
      >
        {note.error === null ? null : `This could not be saved, so it will show again. ${note.error.message}`}
      </MessageBlock>
    </div>
  );
}
