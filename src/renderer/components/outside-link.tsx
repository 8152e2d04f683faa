import { ExternalLink } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { call } from '../bridge.ts';
import { bindClasses } from '../class-names.ts';
import { useStart } from '../stores/session.ts';
import { Icon } from './icon.tsx';
import { LongText } from './long-text.tsx';
import styles from './outside-link.module.css';
import type { VendorLink as Linked } from '#shared/ipc/call.ts';
import { LinkButton } from './button.tsx';

const cls = bindClasses(styles);

/** Whether an address may be opened outside the app: https and mailto only. */
export const canOpenOutside = (url: string): boolean =>
  URL.canParse(url) && ['https:', 'mailto:'].includes(new URL(url).protocol);

const maxShown = 160;

const withoutScheme = /^[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(?::\d{1,5})?([/?#].*)?$/i;

/** A typed web address that can be opened; https is assumed without a scheme. Null if it may not be opened. */
export function webAddress(text: string | null | undefined): string | null {
  const written = text?.trim() ?? '';
  const url = withoutScheme.test(written) ? `https://${written}` : written;
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
}

interface OutsideLinkProps {
  url: string;
  children?: ReactNode;
  icon?: boolean;
}

/** A link that opens outside the app. An address that may not be opened is shown as text. */
export function OutsideLink({ url, children, icon = true }: OutsideLinkProps) {
  const { host } = useStart();
  const words = children ?? url;
  const shown = typeof words === 'string' && words.length > maxShown ? `${words.slice(0, maxShown)}…` : words;
  if (!canOpenOutside(url)) {
    return (
      <span className="breakable">{typeof words === 'string' ? <LongText>{words}</LongText> : words}</span>
    );
  }

  function open(event: MouseEvent): void {
    if (host === 'browser') return;
    event.preventDefault();
    void call('app.openOutside', { url });
  }

  return (
    <a
      className={`${cls('link')} accent inline-row narrows breakable round-3`}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={url}
      onClick={open}
    >
      {icon ? <Icon of={ExternalLink} size={14} /> : null}
      <span>{shown}</span>
    </a>
  );
}

export function VendorLink({ vendor: { subject, name } }: { vendor: Linked }) {
  return <LinkButton to={{ screen: 'vendors', path: [subject] }}>{name}</LinkButton>;
}
