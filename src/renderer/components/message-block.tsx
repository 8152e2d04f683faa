import { CircleCheck, CircleQuestionMark, Info, type LucideIcon, OctagonX } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type { Tone } from '#shared/base/tone.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from './icon.tsx';
import { LongText } from './long-text.tsx';
import styles from './message-block.module.css';
import { Button } from './button.tsx';

const cls = bindClasses(styles);

export type MessageTone = Exclude<Tone, 'prog'>;

const toneIcons: Record<MessageTone, LucideIcon> = {
  cau: CircleQuestionMark,
  neg: OctagonX,
  neu: Info,
  pos: CircleCheck,
};

/** A message at its cause: the fact in bold, why, and the next step as a button. */
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
      data-message
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

type NoteProps = Omit<ComponentProps<typeof MessageBlock>, 'tone' | 'slim' | 'title'>;

/** A neutral fact in one line. */
export function Note(props: NoteProps) {
  return <MessageBlock tone="neu" slim {...props} />;
}

type ProblemError = { message: string } | string | null | undefined;

const getMessage = (error: ProblemError) => (typeof error === 'string' ? error : (error?.message ?? null));

interface ProblemProps {
  error: ProblemError;
  title?: string;
  slim?: boolean;
  /** Whether it is announced when it appears. */
  live?: boolean;
  /** For a panel, whose buttons are small. */
  small?: boolean;
  /** Classes of a wrapper, rendered only with the message. */
  within?: string;
  onRetry?: () => void;
}

/** Why something failed; null without an error. */
export function Problem({ error, title, slim, live = true, small = false, within, onRetry }: ProblemProps) {
  const message = getMessage(error);
  if (message === null) return null;
  const retry = onRetry && (
    <Button size={small ? 'small' : 'regular'} onPress={onRetry}>
      Try again
    </Button>
  );
  const block = (
    <MessageBlock tone="neg" live={live} title={title} slim={slim} actions={retry}>
      {message}
    </MessageBlock>
  );
  return within === undefined ? block : <div className={within}>{block}</div>;
}

interface LoadErrorProps extends Pick<ProblemProps, 'small' | 'within'> {
  title: string;
  of: { error: ProblemError; reload: () => void };
}

/** Shown in place of data that could not be read, with a retry; null without an error. */
export function LoadError({ of, ...shown }: LoadErrorProps) {
  return <Problem {...shown} error={of.error} onRetry={of.reload} live={false} />;
}

/** In place of data that is being read, or could not be. */
export function NotLoaded(props: LoadErrorProps) {
  return props.of.error == null ? <StillReading /> : <LoadError {...props} />;
}

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty place: the fact, what would fill it, and at most one button. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div data-message className={`${cls('empty')} round-card text-center`}>
      <p className="bold">{title}</p>
      {children === undefined ? null : <p className="quiet">{children}</p>}
      {action === undefined ? null : <div className="above-12">{action}</div>}
    </div>
  );
}

/** Data on this computer usually loads at once; a longer wait than this shows a message. */
const longMs = 1000;

/** Shown while data loads; says so once that takes long. */
export function StillReading() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="quiet padded-wide">
      {isLong ? 'Still loading data on this computer. It appears here automatically.' : null}
    </p>
  );
}
