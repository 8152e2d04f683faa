import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Switch } from '../../components/toggles.tsx';
import { askForNewsLeave, newsLeave } from '../../stores/news.ts';
import { useStart } from '../../stores/session.ts';

/** Whether the person is told when results arrive; in a browser, with what it says about that. */
export function NewsSetting({ onChange }: { onChange: (on: boolean) => void }) {
  const { settings, host } = useStart();
  const [leave, setLeave] = useState(newsLeave());
  return (
    <>
      <Switch
        checked={settings.notifyResults}
        onChange={onChange}
        hint="Notifications show no names. Results that arrive together are one notification, and you get none for what’s on your screen."
      >
        Tell me when results arrive and when everything that waited has been sent
      </Switch>
      {host === 'electron' || !settings.notifyResults ? null : leave === 'not_asked' ? (
        <div>
          <Button icon={Bell} onPress={() => void askForNewsLeave().then(setLeave)}>
            Allow notifications in this browser
          </Button>
        </div>
      ) : leave === 'granted' ? null : (
        <MessageBlock tone="neu" slim>
          {leave === 'denied'
            ? 'This browser blocks Gangway’s notifications. You can allow them in its settings for this page.'
            : 'This browser doesn’t support notifications.'}
        </MessageBlock>
      )}
    </>
  );
}
