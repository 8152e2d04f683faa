import {
  LoaderCircle,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode, Ref, ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { bindClasses } from '../class-names.ts';
import { navigate, type RouteTarget } from '../stores/navigation.ts';
import { useShortcutLabel } from '../stores/session.ts';
import { Icon } from './icon.tsx';
import { KeyCap, speakingKeys } from './key-cap.tsx';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { keyLabels } from '../key-labels.ts';
import { shortcutKeys } from '../shortcuts.ts';
import { Focusable } from 'react-aria-components/Focusable';
import styles from './button.module.css';
import iconStyles from './icon-button.module.css';

const cls = bindClasses(styles);
const iconCls = bindClasses(iconStyles);

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

interface IconButtonProps {
  icon: LucideIcon;
  label: string;
  keys?: string;
  disabled?: boolean;
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onPress?: () => void;
}

/** A button with an icon alone; the tooltip shows its label. */
export function IconButton({ icon, label, keys, disabled = false, pressed, ...given }: IconButtonProps) {
  const getKeys = useShortcutLabel();
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <AriaButton
        className={`${iconCls('button', pressed === true && 'pressed')} rounded centered quiet inline-row ring-near`}
        aria-label={label}
        isDisabled={disabled}
        {...given}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...speakingKeys(keys === undefined ? undefined : getKeys(keys))}
      >
        <Icon of={icon} />
      </AriaButton>
      <TooltipText>
        {keys === undefined ? label : `${label} · ${keyLabels(getKeys(keys)).join(' ')}`}
      </TooltipText>
    </TooltipTrigger>
  );
}

interface StepButtonsProps {
  /** What they lead to, as in "Next page". */
  of: string;
  /** Null where there is none. */
  previous: (() => void) | null;
  next: (() => void) | null;
  /** As through the pages of a book, not down a list. */
  across?: boolean;
}

/** Lead to the one before and to the next. Their keys are those of a list or of pages, which the screen itself listens to. */
export function StepButtons({ of, previous, next, across = false }: StepButtonsProps) {
  return (
    <>
      <IconButton
        icon={across ? ChevronLeft : ChevronUp}
        label={`Previous ${of}`}
        keys={across ? shortcutKeys.previousPage : shortcutKeys.previous}
        disabled={previous === null}
        onPress={() => previous?.()}
      />
      <IconButton
        icon={across ? ChevronRight : ChevronDown}
        label={`Next ${of}`}
        keys={across ? shortcutKeys.nextPage : shortcutKeys.next}
        disabled={next === null}
        onPress={() => next?.()}
      />
    </>
  );
}

interface TooltipProps {
  text: string;
  children: ReactElement<{ tabIndex?: number }, string>;
}

/** A short text about something focusable, shown on hover and on keyboard focus. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Focusable>{children}</Focusable>
      <TooltipText>{text}</TooltipText>
    </TooltipTrigger>
  );
}

function TooltipText({ children }: { children: string }) {
  return (
    <AriaTooltip className={`${iconCls('tooltip')} rounded note pad-4-8`} offset={6}>
      {children}
    </AriaTooltip>
  );
}
