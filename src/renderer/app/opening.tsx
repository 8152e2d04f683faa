import { LoaderCircle } from 'lucide-react';
import type { AppStart } from '#shared/ipc/app.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import styles from './start-screen.module.css';

const cls = bindClasses(styles);

/** What is shown while a workspace is being opened, which mostly takes no longer than the window itself. */
export function Opening({ opening }: { opening: NonNullable<AppStart['opening']> }) {
  return (
    <main className={cls('frame')} aria-busy>
      <div className={cls('column', 'late')}>
        <PageHeading className={cls('title')} title={`Opening ${opening.name}`} />
        <p className={cls('waiting')} role="status">
          <Icon of={LoaderCircle} size={20} turning />
          {opening.reading
            ? 'Part of its data was damaged last time, so Gangway checks and repairs it first. This can take a few minutes. Nothing is sent until then, and queued items are kept.'
            : 'This takes a moment.'}
        </p>
      </div>
    </main>
  );
}
