import { LoaderCircle, ArrowLeft, ArrowRight, CircleQuestionMark, Moon, Sun, X } from 'lucide-react';
import { useEffect, type MouseEvent } from 'react';
import type { AppStart } from '#shared/ipc/app.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { PageAnnouncer, PageHeading, focusPageHeading } from '../components/page.tsx';
import { followNews } from '../stores/news.ts';
import { followSession, useSession, useStart, adoptSettings, useWorkspace } from '../stores/session.ts';
import { applyTheme, useIsDark } from '../stores/window-state.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { HostGone } from './host-gone.tsx';
import {
  useNavigation,
  followNavigation,
  changeQuery,
  goBack,
  goForward,
  navigate,
} from '../stores/navigation.ts';
import { ShortcutHost, openHelpHere } from './shortcut-host.tsx';
import { followNetwork, followWindowRequests } from '../stores/window-requests.ts';
import { closeDialog, useDialogs } from '../stores/help.ts';
import { lazyPart, lazyScreen } from '../lazy-part.ts';
import { ExportState, useExport } from '../components/export-menu.tsx';
import { MessageBlock, Note } from '../components/message-block.tsx';
import { ToastArea } from '../components/toast-area.tsx';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import { followNeedsYou, useNeedsYou } from '../stores/needs-you.ts';
import { followSync, useSync } from '../stores/sync.ts';
import { endTurns, nextTurn, useTurns } from '../stores/turns.ts';
import { forgetUndo, undoLast } from '../stores/undo.ts';
import { type Screen, screens } from './routes.tsx';
import { Sidebar } from './sidebar.tsx';
import { useAction } from '../stores/action.ts';
import type { Exporting } from '../stores/export-file.ts';
import { AppMenuButton, offersMenus } from '../components/app-menu-button.tsx';
import { SearchField } from './search-field.tsx';
import { pluralize } from '#shared/base/pluralize.ts';
import { IconButton, SmallButton } from '../components/button.tsx';
import styles from './start-screen.module.css';

const cls = bindClasses(styles);

const Welcome = lazyScreen(async () => (await import('../features/welcome/welcome-screen.tsx')).Welcome);

const StartProblem = lazyScreen(async () => (await import('./start-problem.tsx')).StartProblem);

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
        <StartProblem problem={session.error} onRetry={() => void useSession.getState().load()} />
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
    return <Welcome canClose={workspace !== null} />;
  }
  return <Shell key={workspace.id} />;
}

function Opening({ opening }: { opening: NonNullable<AppStart['opening']> }) {
  return (
    <main className="grid whole-height surface moves-window all-centered pad-32" aria-busy>
      <div className={`${cls('late')} stack gap-16 whole-width wide-560 stays-put`}>
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
  return <Dialog onClose={closeDialog} />;
}

const SignInPanel = lazyPart(async () => (await import('../features/sign-in/sign-in-panel.tsx')).SignInPanel);

const WhatsNew = lazyPart(async () => (await import('./whats-new.tsx')).WhatsNew);

/** The frame around every screen while a workspace is open: sidebar, title bar, the screen, toasts. */
function Shell() {
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
          {updatedFrom === null ? null : <WhatsNew />}
          {workspace.notice === null ? null : (
            <div className="pad-gutter-top">
              <MessageBlock tone="cau" slim live>
                {workspace.notice}
              </MessageBlock>
            </div>
          )}
          <ErrorBoundary resetKey={`${screenId}/${path}`}>
            {screen === undefined ? null : <screen.component />}
          </ErrorBoundary>
          <ToastArea />
        </main>
      </div>
      {signingIn ? <SignInPanel onClose={closeSignIn} /> : null}
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
      <Note
        actions={
          <>
            <SmallButton icon={ArrowRight} onPress={nextTurn}>
              {`Next ${words.one}`}
            </SmallButton>
            <SmallButton variant="quiet" icon={X} onPress={endTurns}>
              Stop
            </SmallButton>
          </>
        }
      >
        {`${pluralize(waiting.length, `more ${words.one}`)} to ${words.todo}.`}
      </Note>
    </div>
  );
}
