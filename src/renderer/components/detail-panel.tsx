import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { bindClasses } from '../class-names.ts';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import styles from './detail-panel.module.css';
import { IconButton } from './button.tsx';

const cls = bindClasses(styles);

/** A list with its open row beside it. On narrow windows the panel lies over the list. */
export function SplitView({ children, panel }: { children: ReactNode; panel: ReactNode }) {
  return (
    <div className="relative grow flex shortens">
      <div className="whole-room">{children}</div>
      {panel}
    </div>
  );
}

interface DetailPanelProps {
  title: string;
  subtitle?: ReactNode;
  chip?: ReactNode;
  since?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The open item: title, chip and age; below them its content. */
export function DetailPanel({ title, subtitle, chip, since, actions, onClose, children }: DetailPanelProps) {
  useShortcut(shortcutKeys.close, onClose);
  return (
    <aside className={`${cls('panel')} stack fixed subtle shortens edge-left`} aria-label="Details">
      <header className={`${cls('head')} gap-8 ruled-below grid`}>
        <div>
          <h2 className={`${cls('title')} clipped breakable`} title={title}>
            {title}
          </h2>
          {subtitle === undefined ? null : <p className="quiet breakable">{subtitle}</p>}
        </div>
        <div className="gap-4 flex">
          {actions}
          <IconButton icon={X} label="Close" keys={shortcutKeys.close} onPress={onClose} />
        </div>
        {chip === undefined && since === undefined ? null : (
          <p className="row gap-8 across">
            {chip}
            <span className="quiet-note">{since}</span>
          </p>
        )}
      </header>
      <div className={`${cls('body')} scroller stack gap-12`}>{children}</div>
    </aside>
  );
}

interface PanelSectionProps {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function PanelSection({ title, aside, children }: PanelSectionProps) {
  return (
    <section className="above-8">
      <div className={`${cls('sectionHead')} row-baseline between`}>
        <h3 className="note">{title}</h3>
        {aside === undefined ? null : <span className="quiet-note">{aside}</span>}
      </div>
      {children}
    </section>
  );
}
