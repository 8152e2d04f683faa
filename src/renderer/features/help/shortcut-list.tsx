import { KeyCap } from '../../components/key-cap.tsx';
import { offersMenus } from '../../components/app-menu-button.tsx';
import { bindClasses } from '../../class-names.ts';
import { shortcutSheet } from '../../shortcuts.ts';
import { useStart } from '../../stores/session.ts';
import { useShortcutLabel } from '../../stores/shown-keys.ts';
import styles from './shortcut-list.module.css';

const cls = bindClasses(styles);

/** The shortcuts and their keys as they are now: of all places, or of those that are named. */
export function ShortcutList({ of = null }: { of?: readonly string[] | null }) {
  const menus = offersMenus(useStart());
  const getKeys = useShortcutLabel();
  return (
    <div className={cls('sheet')}>
      {shortcutSheet
        .filter(({ where }) => of === null || of.includes(where))
        .map((group) => (
          <section key={group.where} className={cls('group')}>
            <h3 className={cls('where')}>{group.where}</h3>
            <dl>
              {group.items
                .filter(({ withMenus }) => menus || withMenus !== true)
                .map((item) => (
                  <div key={item.what} className={`${cls('item')} row between gap-12 quiet ruled-below`}>
                    <dt>{item.what}</dt>
                    <dd className={`${cls('keys')} flow to-end`}>
                      {item.keys.map((keys) => (
                        <KeyCap key={keys} keys={keys} />
                      ))}
                      <span className="visually-hidden">{item.keys.map(getKeys).join(', ')}</span>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
    </div>
  );
}
