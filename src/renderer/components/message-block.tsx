import { CircleCheck, CircleQuestionMark, Info, OctagonX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '#shared/base/tone.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from './icon.tsx';
import { LongText } from './long-text.tsx';
import styles from './message-block.module.css';

const cls = bindClasses(styles);

export type MessageTone = Exclude<Tone, 'prog'>;

const toneIcons: Record<MessageTone, LucideIcon> = {
  cau: CircleQuestionMark,
  neg: OctagonX,
  neu: Info,
  pos: CircleCheck,
};

/** A message where its cause is: what is true in bold, why and what next, and the next step as a button. */
export function MessageBlock({
  tone,
  title,
  children,
  icon,
  actions,
  quote,
  slim = false,
  live = false,
}: {
  tone: MessageTone;
  title?: string | undefined;
  children?: ReactNode;
  icon?: LucideIcon;
  actions?: ReactNode;
  /** The service's own words, set in its own voice. */
  quote?: string | null;
  /** One line, for a strip under a page's title. */
  slim?: boolean | undefined;
  live?: boolean;
}) {
  return (
    <div
      className={`${cls('block', slim && 'slim')} text flow gap-10 round-card`}
      data-tone={tone}
      {...(live ? { role: tone === 'neg' ? 'alert' : 'status' } : {})}
    >
      <span className={`${cls('icon')} drop-2`}>
        <Icon of={icon ?? toneIcons[tone]} />
      </span>
      <div className={`${cls('text')} narrows`}>
        {title === undefined ? null : <strong>{title} </strong>}
        {children}
        {quote == null ? null : (
          <p className={`${cls('quote')} mono preserved small breakable`}>
            <LongText>{quote}</LongText>
          </p>
        )}
      </div>
      {actions === undefined ? null : <div className={`${cls('actions')} flow gap-8 at-end`}>{actions}</div>}
    </div>
  );
}
