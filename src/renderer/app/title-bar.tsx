import { ArrowLeft, ArrowRight, CircleQuestionMark, Moon, Sun } from 'lucide-react';
import { bindClasses } from '../class-names.ts';
import { IconButton } from '../components/icon-button.tsx';
import { shortcutKeys } from '../shortcuts.ts';
import { useAction } from '../stores/action.ts';
import type { Exporting } from '../stores/export-file.ts';
import { goBack, goForward, useNavigation } from '../stores/navigation.ts';
import { adoptSettings, useStart } from '../stores/session.ts';
import { useIsDark } from '../stores/window-state.ts';
import { AppMenuButton, offersMenus } from '../components/app-menu-button.tsx';
import { SearchField } from './search-field.tsx';
import { openHelpHere } from './shortcut-host.tsx';
import styles from './title-bar.module.css';

const cls = bindClasses(styles);

/** The bar above every screen: back and forward, search, shortcuts and theme. Moves the window in Electron. */
export function TitleBar({ exporting }: { exporting: Exporting }) {
  const start = useStart();
  const position = useNavigation((store) => store.position);
  const last = useNavigation((store) => store.last);
  // Where the system draws its buttons over the page, it leaves no bar of menus either.
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
