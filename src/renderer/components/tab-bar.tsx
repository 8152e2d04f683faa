import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { countText } from '#shared/base/pluralize.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { bindClasses } from '../class-names.ts';
import styles from './tab-bar.module.css';

const cls = bindClasses(styles);

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  count?: number | null;
}

interface TabBarProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  trailing?: ReactNode;
}

/** Tabs with counts. The arrow keys move between them; `trailing` is at the far end. */
export function TabBar<Id extends string>({ label, tabs, value, onChange, trailing }: TabBarProps<Id>) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const step = ownMember({ ArrowRight: 1, ArrowLeft: -1 }, event.key);
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChange(next.id);
    const button = list.current?.querySelector(`[data-tab="${next.id}"]`);
    if (button instanceof HTMLElement) button.focus();
  }

  return (
    <div className={`${cls('bar')} row between gap-16 ruled-below pad-gutter`}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={`${cls('tabs')} flex`}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-tab={tab.id}
            aria-selected={tab.id === value}
            tabIndex={tab.id === value ? 0 : -1}
            className={`${cls('tab', tab.id === value && 'current')} relative quiet row gap-8 medium unbroken`}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count == null ? null : <span className="faint-figure">{countText(tab.count)}</span>}
          </button>
        ))}
      </div>
      {trailing === undefined ? null : (
        <div className={`${cls('trailing')} row gap-4 at-end faint small`}>{trailing}</div>
      )}
    </div>
  );
}
