import { LoaderCircle } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import type { AppStart } from '#shared/ipc/app.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { PageAnnouncer, PageHeading } from '../components/page.tsx';
import { followNews } from '../stores/news.ts';
import { followSession, useSession, useStart } from '../stores/session.ts';
import { applyTheme } from '../stores/window-state.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { HostGone } from './host-gone.tsx';
import { Shell } from './shell.tsx';
import { useNavigation, followNavigation } from '../stores/navigation.ts';
import { ShortcutHost } from './shortcut-host.tsx';
import { followNetwork, followWindowRequests } from '../stores/window-requests.ts';
import { closeDialog, useDialogs } from '../stores/help.ts';
import styles from './start-screen.module.css';
import { lazyPart } from '../lazy-part.ts';

const cls = bindClasses(styles);

const Welcome = lazyPart(async () => (await import('../features/welcome/welcome-screen.tsx')).Welcome);

const StartProblem = lazyPart(async () => (await import('./start-problem.tsx')).StartProblem);

/** The start, then Welcome while no workspace is open, else the shell. */
export function App() {
  const session = useSession((store) => store.session);
  const theme = session.kind === 'ready' ? session.start.settings.theme : 'system';

  useEffect(() => {
    void useSession.getState().load();
    return followSession();
  }, []);
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => followNavigation(), []);
  useEffect(() => followNetwork(), []);
  useEffect(() => followNews(), []);

  if (session.kind === 'starting') {
    return (
      <>
        <div aria-busy />
        <HostGone />
      </>
    );
  }
  if (session.kind === 'failed') {
    return (
      <>
        <Suspense fallback={<div aria-busy />}>
          <StartProblem problem={session.error} onRetry={() => void useSession.getState().load()} />
        </Suspense>
        <DialogHost />
        <HostGone />
      </>
    );
  }
  return (
    <ErrorBoundary>
      <ShortcutHost>
        <WelcomeOrShell />
        <DialogHost />
        <PageAnnouncer />
      </ShortcutHost>
      <HostGone />
    </ErrorBoundary>
  );
}

function WelcomeOrShell() {
  const { workspace, opening } = useStart();
  const adding = useNavigation(({ route }) => route.screen === 'settings' && route.path[0] === 'connect');
  const open = workspace?.id ?? null;
  // Requests from before a workspace was open are delivered once one is.
  useEffect(() => followWindowRequests(open !== null), [open]);
  if (workspace === null && opening !== null) return <Opening opening={opening} />;
  if (workspace === null || adding) {
    return (
      <Suspense fallback={<div aria-busy />}>
        <Welcome canClose={workspace !== null} />
      </Suspense>
    );
  }
  return <Shell key={workspace.id} />;
}

function Opening({ opening }: { opening: NonNullable<AppStart['opening']> }) {
  return (
    <main className={`${cls('frame')} grid whole-height surface moves-window`} aria-busy>
      <div className={`${cls('column', 'late')} stack gap-16`}>
        <PageHeading className="title" title={`Opening ${opening.name}`} />
        <p className="flex gap-12 no-margin quiet" role="status">
          <Icon of={LoaderCircle} size={20} turning />
          {opening.reading
            ? 'Part of its data was damaged last time, so Gangway checks and repairs it first. This can take a few minutes. Nothing is sent until then, and queued items are kept.'
            : 'This takes a moment.'}
        </p>
      </div>
    </main>
  );
}

const dialogs = {
  about: lazyPart(async () => (await import('../features/about/about-dialog.tsx')).AboutDialog),
  diagnostics: lazyPart(async () => (await import('../features/about/about-dialog.tsx')).DiagnosticsDialog),
};

function DialogHost() {
  const open = useDialogs((store) => store.open);
  if (open === null) return null;
  const Dialog = dialogs[open];
  return (
    <Suspense>
      <Dialog onClose={closeDialog} />
    </Suspense>
  );
}
