import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { bindClasses } from '../class-names.ts';
import { navigate, type RouteTarget } from '../stores/navigation.ts';
import { useShortcutLabel } from '../stores/session.ts';
import styles from './button.module.css';
import { Icon } from './icon.tsx';
import { KeyCap, speakingKeys } from './key-cap.tsx';

const cls = bindClasses(styles);

export interface ButtonProps {
  children: ReactNode;
  /** One primary button a view at most; `quiet` has no border; `danger` is for what cannot be taken back. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'link';
  size?: 'small' | 'regular' | 'large';
  icon?: LucideIcon;
  /** The shortcut that does the same, shown as caps: by its name, or keys that never change. */
  keys?: string;
  /** Keeps room for keys that do nothing now, so that nothing moves. */
  keysHidden?: boolean;
  /** Turns the icon and ignores presses; the label stays. */
  pending?: boolean;
  disabled?: boolean;
  type?: 'button' | 'submit';
  /** The id of the form that a button outside of it submits. */
  form?: string;
  /** Spoken in place of the visible label. */
  label?: string;
  expanded?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLButtonElement>;
  /** Where a press leads, in place of `onPress`. */
  to?: RouteTarget;
  onPress?: () => void;
}

export function Button({
  children,
  variant = 'secondary',
  size = 'regular',
  icon,
  keys,
  keysHidden = false,
  pending = false,
  disabled = false,
  label,
  expanded,
  to,
  ...given
}: ButtonProps) {
  const getKeys = useShortcutLabel();
  const shape = pending ? LoaderCircle : icon;
  return (
    <AriaButton
      className={`${cls('button', variant, size !== 'regular' && size)} text centered gap-8 inline-row medium unbroken pad-0-12 rounded`}
      isDisabled={disabled}
      isPending={pending}
      {...(to === undefined ? {} : { onPress: () => navigate(to) })}
      {...given}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
      {...speakingKeys(keys === undefined || keysHidden ? undefined : getKeys(keys))}
    >
      {shape === undefined ? null : <Icon of={shape} turning={pending} size={size === 'small' ? 14 : 16} />}
      <span className={`${cls('label')} clipped`}>{children}</span>
      {keys === undefined ? null : (
        <KeyCap keys={keys} hidden={keysHidden} onAccent={variant === 'primary'} />
      )}
    </AriaButton>
  );
}

/** A button that looks like a link within text. */
export function LinkButton(props: Omit<ButtonProps, 'variant'>) {
  return <Button variant="link" {...props} />;
}

/** A button in a message, a row or a bar. */
export function SmallButton(props: Omit<ButtonProps, 'size'>) {
  return <Button size="small" {...props} />;
}
