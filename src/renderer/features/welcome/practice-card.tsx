import { CircleQuestionMark, FlaskConical, WifiOff } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Problem } from '../../components/problem.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { navigate } from '../../stores/navigation.ts';
import { adoptWorkspace } from '../../stores/session.ts';
import styles from './practice-card.module.css';

const cls = bindClasses(styles);

/** The way into the practice workspace, whose data never mixes with a company's. */
export function PracticeCard() {
  const practice = useAction('workspaces.openPractice');
  async function open(): Promise<void> {
    const result = await practice.run(null);
    if (!result.ok) return;
    navigate({ screen: 'today' }, true);
    adoptWorkspace(result.value);
  }
  return (
    <section className={`${cls('card')} subtle row-top`}>
      <span className={`${cls('icon')} accent`}>
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
