import { type MouseEvent, Suspense, useEffect } from 'react';
import { bindClasses } from '../class-names.ts';
import { ExportState, useExport } from '../components/export-menu.tsx';
import { MessageBlock } from '../components/message-block.tsx';
import { focusPageHeading } from '../components/page.tsx';
import { ToastArea } from '../components/toast-area.tsx';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import { followNeedsYou, useNeedsYou } from '../stores/needs-you.ts';
import { changeQuery, goBack, goForward, navigate, useNavigation } from '../stores/navigation.ts';
import { adoptSettings, useStart, useWorkspace } from '../stores/session.ts';
import { followSync, useSync } from '../stores/sync.ts';
import { endTurns, nextTurn, useTurns } from '../stores/turns.ts';
import { forgetUndo, undoLast } from '../stores/undo.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { type Screen, screens } from './routes.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { ArrowLeft, ArrowRight, CircleQuestionMark, Moon, Sun, X } from 'lucide-react';
import { IconButton } from '../components/icon-button.tsx';
import { useAction } from '../stores/action.ts';
import type { Exporting } from '../stores/export-file.ts';
import { useIsDark } from '../stores/window-state.ts';
import { AppMenuButton, offersMenus } from '../components/app-menu-button.tsx';
import { SearchField } from './search-field.tsx';
import { openHelpHere } from './shortcut-host.tsx';
import { pluralize } from '#shared/base/pluralize.ts';
import { Button } from '../components/button.tsx';
import { lazyPart } from '../lazy-part.ts';

const cls = bindClasses(styles);

const SignInPanel = lazyPart(async () => (await import('../features/sign-in/sign-in-panel.tsx')).SignInPanel);

const WhatsNew = lazyPart(async () => (await import('./whats-new.tsx')).WhatsNew);

/** The frame around every screen while a workspace is open: sidebar, title bar, the screen, toasts. */
export function Shell() {
  const { host, platform, updatedFrom } = useStart();
  const workspace = useWorkspace();
  // Selects only what is needed, so that typing a search does not render the frame again.
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

/** Moves the focus alone, since the address names a place of the app. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  focusPageHeading();
}

const closeSignIn = () => changeQuery({ 'sign-in': null });

function ScreenKey({ screen }: { screen: Screen }) {
  useShortcut(screen.id, () => navigate({ screen: screen.id }));
  return null;
}

function TitleBar({ exporting }: { exporting: Exporting }) {
  const start = useStart();
  const position = useNavigation((store) => store.position);
  const last = useNavigation((store) => store.last);
  // Where the system draws its buttons over the page, there is no menu bar either.
  const leavesRoom = offersMenus(start);
  return (
    <header
      className={`${cls('bar', leavesRoom && 'roomAtEnd')} ${start.host === 'electron' ? 'moves-window' : ''} grid gap-16 fixed pad-0-12 ruled-below middle`}
    >
      <div className="flex gap-4">
        <AppMenuButton />
        <IconButton icon={ArrowLeft} label="Back" disabled={position <= 0} onPress={goBack} />
        <IconButton icon={ArrowRight} label="Forward" disabled={position >= last} onPress={goForward} />
      </div>
      <SearchField exporting={exporting} />
      <div className="flex gap-4 to-end">
        <IconButton icon={CircleQuestionMark} label="Help" keys={shortcutKeys.help} onPress={openHelpHere} />
        <ThemeButton />
      </div>
    </header>
  );
}

function ThemeButton() {
  const { settings } = useStart();
  const update = useAction('app.updateSettings', adoptSettings);
  const isDark = useIsDark(settings.theme);
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={isDark ? 'Light colors' : 'Dark colors'}
      onPress={() => void update.run({ theme: isDark ? 'light' : 'dark' })}
    />
  );
}

/** Leads to the next of several items to do in turn; null if none waits. */
function TurnsNote() {
  const { waiting, words } = useTurns();
  if (waiting.length === 0) return null;
  return (
    <div className="fixed pad-gutter-top">
      <MessageBlock
        tone="neu"
        slim
        actions={
          <>
            <Button size="small" icon={ArrowRight} onPress={nextTurn}>
              {`Next ${words.one}`}
            </Button>
            <Button size="small" variant="quiet" icon={X} onPress={endTurns}>
              Stop
            </Button>
          </>
        }
      >
        {`${pluralize(waiting.length, `more ${words.one}`)} to ${words.todo}.`}
      </MessageBlock>
    </div>
  );
}
