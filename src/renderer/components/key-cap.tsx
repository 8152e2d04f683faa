import { type ComponentProps, Fragment, type ReactElement } from 'react';
import { bindClasses } from '../class-names.ts';
import { keyLabels, spokenKeys } from '../key-labels.ts';
import { useShortcutLabel } from '../stores/session.ts';
import styles from './key-cap.module.css';

const cls = bindClasses(styles);

interface KeyCapProps {
  keys: string;
  hidden?: boolean;
  onAccent?: boolean;
}

/** The keys of a shortcut, by its name or as they are (`mod+enter`, `g d`, `?`), as caps. Hidden from screen readers, which get {@link spokenKeys}. */
export function KeyCap({ keys, hidden = false, onAccent = false }: KeyCapProps) {
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

/**
 * What has a button of react-aria tell its shortcut to screen readers too: of what it is given it hands on only names that
 * it knows (react-aria's filterDOMProps), and those of shortcuts are not among them.
 * @param keys the keys themselves; none where the button has no shortcut
 */
export function speakingKeys(keys: string | undefined): {
  render?: (props: ComponentProps<'button'>) => ReactElement;
} {
  if (keys === undefined) return {};
  return {
    render: ({ type, ...props }) => (
      <button type={type === 'submit' ? 'submit' : 'button'} {...props} {...spokenKeys(keys)} />
    ),
  };
}
