import type { ReactElement } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { bindClasses } from '../class-names.ts';
import styles from './icon-button.module.css';

const cls = bindClasses(styles);

/** A short text about something focusable, shown on hover and on keyboard focus. */
export function Tooltip({
  text,
  children,
}: {
  text: string;
  children: ReactElement<{ tabIndex?: number }, string>;
}) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className={`${cls('tooltip')} rounded note pad-4-8`} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
