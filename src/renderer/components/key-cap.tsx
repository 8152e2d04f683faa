import { classesOf } from '../class-names.ts';
import { keyLabels } from '../key-labels.ts';
import styles from './key-cap.module.css';

const cls = classesOf(styles);

/** The keys of a shortcut as caps: `mod+enter`, `g d`, `?`. Hidden from screen readers, which get `aria-keyshortcuts`. */
export function KeyCap({ keys, onAccent = false }: { keys: string; onAccent?: boolean }) {
  return (
    <span aria-hidden className={cls('caps')}>
      {keyLabels(keys).map((label, index) => (
        <kbd key={`${index}${label}`} className={cls('cap', onAccent && 'onAccent')}>
          {label}
        </kbd>
      ))}
    </span>
  );
}
