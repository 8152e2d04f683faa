import { lazy, Suspense, useEffect, type MouseEvent } from 'react';
import { bindClasses } from '../class-names.ts';
import { ExportState, useExport } from '../components/export-menu.tsx';
import { MessageBlock } from '../components/message-block.tsx';
import { focusPageHeading } from '../components/page.tsx';
import { ToastArea } from '../components/toast-area.tsx';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import { followNeedsYou, useNeedsYou } from '../stores/needs-you.ts';
import { changeQuery, navigate, useNavigation } from '../stores/navigation.ts';
import { useStart, useWorkspace } from '../stores/session.ts';
import { followSync, useSync } from '../stores/sync.ts';
import { endTurns } from '../stores/turns.ts';
import { forgetUndo, undoLast } from '../stores/undo.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { TurnsNote } from '../components/turns-note.tsx';
import { screens, type Screen } from './routes.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TitleBar } from './title-bar.tsx';

const cls = bindClasses(styles);

const SignInPanel = lazy(async () => ({
  default: (await import('../features/sign-in/sign-in-panel.tsx')).SignInPanel,
}));

const WhatsNew = lazy(async () => ({ default: (await import('./whats-new.tsx')).WhatsNew }));

/** The frame around every screen while a workspace is open: sidebar, title bar, the screen, toasts. */
export function Shell() {
  const { host, platform, updatedFrom } = useStart();
  const workspace = useWorkspace();
  // No more of the place than is needed, so that a search that is typed does not draw the frame again with each letter.
  const screenId = useNavigation(({ route }) => route.screen);
  const path = useNavigation(({ route }) => route.path.join('/'));
  const signingIn = useNavigation(({ route }) => route.query['sign-in'] !== undefined);
  const exporting = useExport();

  useEffect(() => {
    useSync.setState({ status: null });
    useNeedsYou.setState({ counts: null });
    const stops = [followSync(), followNeedsYou(), forgetUndo, endTurns];
    return () => stops.forEach((stop) => stop());
  }, []);

  useShortcut(shortcutKeys.undo, () => void undoLast());

  const screen = screens.find((one) => one.id === screenId) ?? screens[0];
  return (
    <div className={`${cls('shell')} grid whole-height`} data-host={host} data-platform={platform}>
      {screens.map((one) => (
        <ScreenKey key={one.id} screen={one} />
      ))}
      <a href="#content" className={`${cls('skip')} visually-hidden`} onClick={skipToContent}>
        Skip to content
      </a>
      <Sidebar />
      <div className="stack narrows shortens">
        <TitleBar exporting={exporting} />
        <main id="content" className={`${cls('content')} stack fills-column relative`}>
          {exporting.progress === null && exporting.error === null ? null : (
            <div className="pad-gutter-top">
              <ExportState exporting={exporting} />
            </div>
          )}
          <TurnsNote />
          {updatedFrom === null ? null : (
            <Suspense fallback={null}>
              <WhatsNew />
            </Suspense>
          )}
          {workspace.notice === null ? null : (
            <div className="pad-gutter-top">
              <MessageBlock tone="cau" slim live>
                {workspace.notice}
              </MessageBlock>
            </div>
          )}
          <ErrorBoundary resetKey={`${screenId}/${path}`}>
            <Suspense fallback={<div aria-busy className="grows" />}>
              {screen === undefined ? null : <screen.component />}
            </Suspense>
          </ErrorBoundary>
          <ToastArea />
        </main>
      </div>
      {signingIn ? (
        <Suspense>
          <SignInPanel onClose={closeSignIn} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The address belongs to the places of the app, so that the link moves the focus alone. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  focusPageHeading();
}

const closeSignIn = () => changeQuery({ 'sign-in': null });

function ScreenKey({ screen }: { screen: Screen }) {
  useShortcut(screen.keys, () => navigate({ screen: screen.id }));
  return null;
}
