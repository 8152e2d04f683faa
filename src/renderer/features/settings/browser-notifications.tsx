import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { askForNewsLeave, newsLeave } from '../../stores/news.ts';
import { useStart } from '../../stores/session.ts';

/** Asks for a browser's leave to notify, or says that the browser gives none. */
export function BrowserNotifications() {
  const { settings, host } = useStart();
  const [leave, setLeave] = useState(newsLeave());
  if (host === 'electron' || !settings.notifyResults || leave === 'granted') return null;
  if (leave === 'not_asked') {
    return (
      <div>
        <Button icon={Bell} onPress={() => void askForNewsLeave().then(setLeave)}>
          Allow notifications in this browser
        </Button>
      </div>
    );
  }
  return (
    <MessageBlock tone="neu" slim>
      {leave === 'denied'
        ? 'This browser blocks Gangway’s notifications. You can allow them in its settings for this page.'
        : 'This browser doesn’t support notifications.'}
    </MessageBlock>
  );
}
