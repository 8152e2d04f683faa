import { Building2, BadgeCheck, CircleCheck, Circle, ListChecks, Mail, type LucideIcon } from 'lucide-react';
import type { FirstSteps as Counts } from '#shared/ipc/today.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { Button, LinkButton, SmallButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Problem } from '../../components/message-block.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { type RouteTarget, requirementsPlace } from '../../stores/navigation.ts';
import { adoptWorkspace } from '../../stores/session.ts';
import styles from './first-steps.module.css';

const cls = bindClasses(styles);

interface Step {
  of: keyof Counts;
  icon: LucideIcon;
  title: string;
  text: string;
  button: string;
  target: RouteTarget;
  done: (count: number) => string;
}

const steps: readonly Step[] = [
  {
    of: 'requirements',
    icon: ListChecks,
    title: 'Set requirements',
    text: 'Say what a vendor needs before it may work, such as a W-9, insurance or a license.',
    button: 'Set requirements',
    target: requirementsPlace,
    done: (count) => `${pluralize(count, 'requirement set')} in use.`,
  },
  {
    of: 'vendors',
    icon: Building2,
    title: 'Bring in vendors',
    text: 'Paste vendor IDs or choose a file with them. Gangway looks up each profile and keeps a copy here.',
    button: 'Look up vendors',
    target: { screen: 'vendors', path: ['look-up'] },
    done: (count) => `${pluralize(count, 'vendor')} on this computer.`,
  },
  {
    of: 'invites',
    icon: Mail,
    title: 'Import invites',
    text: 'Choose a CSV or XLSX list. You see every row before anything is queued.',
    button: 'Import invites',
    target: { screen: 'invites', path: ['import'] },
    done: (count) => `${pluralize(count, 'invite')} queued.`,
  },
  {
    of: 'verifications',
    icon: BadgeCheck,
    title: 'Verify licenses',
    text: 'Enter a license number. Gangway submits it and checks for the result automatically.',
    button: 'Verify a license',
    target: { screen: 'verifications', path: ['new'] },
    done: (count) => `${pluralize(count, 'license')} submitted.`,
  },
];

export function FirstSteps({ counts }: { counts: Counts }) {
  const { run, error, pending } = useAction('workspaces.updateSettings', adoptWorkspace);
  return (
    <section className={`${cls('section')} surface boxed-faint round-card`}>
      <header className="row between gap-8">
        <h2>First steps</h2>
        <SmallButton
          variant="quiet"
          pending={pending}
          onPress={() => void run({ firstStepsDismissed: true })}
        >
          Dismiss
        </SmallButton>
      </header>
      <ol>
        {steps.map(({ of, icon, title, text, button, target, done }) => {
          const count = counts[of];
          return (
            <li key={of} className={`${cls('step', count > 0 && 'done')} gap-12 ruled-below grid middle`}>
              <span className={`${cls('mark')} faint drop-2`}>
                <Icon of={count > 0 ? CircleCheck : Circle} />
              </span>
              <div className={cls('text')}>
                <h3>{title}</h3>
                <p>{count > 0 ? `Done: ${done(count)}` : text}</p>
              </div>
              <Button icon={icon} to={target}>
                {button}
              </Button>
            </li>
          );
        })}
      </ol>
      <p className={`${cls('jobs')} above-12`}>
        You add documents by their job IDs. The system that takes in your company’s documents gives each one a
        job ID; your administrator can send you a list of them.{' '}
        <LinkButton to={{ screen: 'documents', path: ['add'] }}>Add documents</LinkButton>
      </p>
      <Problem error={error} />
    </section>
  );
}
