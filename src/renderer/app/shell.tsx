import { Suspense, useEffect } from 'react';
import { classesOf } from '../class-names.ts';
import { ExportState, useExport } from '../components/export-menu.tsx';
import { MessageBlock } from '../components/message-block.tsx';
import { ToastArea } from '../components/toast-area.tsx';
import { SignInPanel } from '../features/sign-in/sign-in-panel.tsx';
import { useShortcut } from '../shortcuts.ts';
import { followNeedsYou, useNeedsYou } from '../stores/needs-you.ts';
import { navigate, useRoute } from '../stores/navigation.ts';
import { useStart, useWorkspace } from '../stores/session.ts';
import { followSync, useSync } from '../stores/sync.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { screens, type Screen } from './routes.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TitleBar } from './title-bar.tsx';

const cls = classesOf(styles);

/** The frame around every screen while a workspace is open: sidebar, title bar, the screen, toasts. */
export function Shell() {
  const { host, platform } = useStart();
  const workspace = useWorkspace();
  const route = useRoute();
  const exporting = useExport();

  useEffect(() => {
    useSync.setState({ status: null, lastRun: null });
    useNeedsYou.setState({ counts: null });
    const stops = [followSync(), followNeedsYou()];
    return () => stops.forEach((stop) => stop());
  }, []);

  const screen = screens.find((one) => one.id === route.screen) ?? screens[0];
  const signingIn = route.query['sign-in'] !== undefined;
  return (
    <div className={cls('shell')} data-host={host} data-platform={platform}>
      {screens.map((one) => (
        <ScreenKey key={one.id} screen={one} />
      ))}
      <Sidebar />
      <div className={cls('main')}>
        <TitleBar exporting={exporting} />
        <main className={cls('content')}>
          {exporting.progress === null && exporting.error === null ? null : (
            <div className={cls('notice')}>
              <ExportState exporting={exporting} />
            </div>
          )}
          {workspace.notice === null ? null : (
            <div className={cls('notice')}>
              <MessageBlock tone="cau" slim live>
                {workspace.notice}
              </MessageBlock>
            </div>
          )}
          <ErrorBoundary resetKey={`${route.screen}/${route.path.join('/')}`}>
            <Suspense fallback={<div aria-busy className={cls('wait')} />}>
              {screen === undefined ? null : <screen.component />}
            </Suspense>
          </ErrorBoundary>
          <ToastArea />
        </main>
      </div>
      {signingIn ? (
        <SignInPanel onClose={() => navigate({ ...route, query: without(route.query) }, true)} />
      ) : null}
    </div>
  );
}

function without(query: Readonly<Record<string, string>>): Record<string, string> {
  const { 'sign-in': _open, ...rest } = query;
  return rest;
}

function ScreenKey({ screen }: { screen: Screen }) {
  useShortcut(screen.keys, () => navigate({ screen: screen.id }));
  return null;
}
