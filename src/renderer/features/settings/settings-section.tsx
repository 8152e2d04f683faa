import { useEffect, useRef, type ReactNode } from 'react';
import { bindClasses } from '../../class-names.ts';
import { useRoute } from '../../stores/navigation.ts';
import { subjectWord } from './settings-places.ts';
import styles from './settings-section.module.css';
import type { CallError } from '#shared/ipc/call.ts';
import { Problem } from '../../components/message-block.tsx';

const cls = bindClasses(styles);

interface SettingsSectionProps {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** One subject of the settings: its name and what it means at the left, what can be set at the right. */
export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { path } = useRoute();
  const asked = path[0] === subjectWord(title);
  useEffect(() => {
    if (!asked) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [asked]);
  return (
    <section className={`${cls('section')} ruled-below grid`}>
      <div>
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
        {lead === undefined ? null : <p className="quiet-note above-2">{lead}</p>}
      </div>
      <div className="stack narrows gap-14">{children}</div>
    </section>
  );
}

/** What could not be saved, where it was set. Nothing is drawn where all is well. */
export function NotSaved({ error }: { error: CallError | null }) {
  return <Problem title="This was not saved." error={error} />;
}
