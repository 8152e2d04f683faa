import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, type LucideIcon } from 'lucide-react';
import type { ReactElement, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { bindClasses } from '../class-names.ts';
import { keyLabels } from '../key-labels.ts';
import { shortcutKeys } from '../shortcuts.ts';
import { useShortcutLabel } from '../stores/session.ts';
import styles from './icon-button.module.css';
import { Icon } from './icon.tsx';
import { speakingKeys } from './key-cap.tsx';
import { Focusable } from 'react-aria-components/Focusable';

const cls = bindClasses(styles);

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
        className={`${cls('button', pressed === true && 'pressed')} rounded centered quiet inline-row ring-near`}
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
    <AriaTooltip className={`${cls('tooltip')} rounded note pad-4-8`} offset={6}>
      {children}
    </AriaTooltip>
  );
}
