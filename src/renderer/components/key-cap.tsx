import { Fragment } from 'react';
import { bindClasses } from '../class-names.ts';
import { keyLabels } from '../key-labels.ts';
import { useShortcutLabel } from '../stores/shown-keys.ts';
import styles from './key-cap.module.css';

const cls = bindClasses(styles);

/** The keys of a shortcut, by its name or as they are (`mod+enter`, `g d`, `?`), as caps. Hidden from screen readers, which get {@link spokenKeys}. */
export function KeyCap({
  keys,
  hidden = false,
  onAccent = false,
}: {
  keys: string;
  hidden?: boolean;
  onAccent?: boolean;
}) {
  const getKeys = useShortcutLabel();
  return (
    <span aria-hidden className={`${cls('caps', hidden && 'hidden')} gap-4 inline-flex`}>
      {keyLabels(getKeys(keys)).map((label, index) => (
        <Fragment key={`${index}${label}`}>
          {index === 0 ? null : ' '}
          <kbd
            className={`${cls('cap', onAccent && 'onAccent')} surface centered quiet inline-row boxed round-4 size-11 medium`}
          >
            {label}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
