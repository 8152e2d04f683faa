import { Check, Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { bindClasses } from '../class-names.ts';
import { navigate, type RouteTarget } from '../stores/navigation.ts';
import { Button, IconButton, type ButtonProps } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';

const cls = bindClasses(styles);

export interface MenuChoice {
  /** Where another choice may have the same label. */
  id?: string;
  label: string;
  detail?: string;
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  current?: boolean;
  apart?: boolean;
  /** Where it leads, in place of `onChoose`. */
  to?: RouteTarget;
  onChoose?: () => void;
}

interface MenuProps {
  label: string;
  /** Null for one that there is not now. */
  choices: readonly (MenuChoice | null)[];
  /** A button that shows the label, or children of its own. */
  button?: Partial<ButtonProps>;
  trigger?: ReactElement;
  width?: number;
}

/** A menu behind a button; without `button` or `trigger`, behind the three dots. */
export function Menu({ label, choices, button, trigger, width }: MenuProps) {
  const behind = button ? <Button {...button}>{button.children ?? label}</Button> : trigger;
  return (
    <MenuTrigger>
      {behind ?? <IconButton icon={Ellipsis} label={label} />}
      <Popover
        className={`${cls('popover')} surface card floats scroll-all`}
        offset={4}
        {...(width === undefined ? {} : { style: { width } })}
      >
        <AriaMenu className={`${cls('menu')} no-outline`} aria-label={label}>
          {choices
            .filter((one) => one !== null)
            .flatMap(({ to, ...choice }) => [
              choice.apart === true ? (
                <Separator key={`${choice.id ?? choice.label} line`} className={`${cls('line')} no-border`} />
              ) : null,
              <MenuItem
                key={choice.id ?? choice.label}
                id={choice.id ?? choice.label}
                textValue={choice.label}
                isDisabled={choice.disabled ?? false}
                onAction={() => (to === undefined ? choice.onChoose?.() : navigate(to))}
                className={`${cls('item', choice.danger === true && 'danger')} rounded row gap-10 pointer-default no-outline fades forced-ring`}
              >
                {choice.icon === undefined ? null : <Icon of={choice.icon} />}
                <span className="stack grows narrows">
                  {choice.label}
                  {choice.detail === undefined ? null : (
                    <span className="one-line faint-note">{choice.detail}</span>
                  )}
                </span>
                {choice.current === true ? <Icon of={Check} /> : null}
              </MenuItem>,
            ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
