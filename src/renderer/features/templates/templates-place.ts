import type { RouteTarget } from '../../stores/navigation.ts';

type Query = Readonly<Record<string, string>>;

/** Where the templates can be opened from, beside the invites. */
export type TemplatesFrom = 'new' | 'import' | 'settings';

/** What an address says of the place that the templates were opened from: there is the way back. */
export function openedFrom(from: TemplatesFrom, { replaces, reminds }: Query = {}): Record<string, string> {
  return {
    from,
    ...(from === 'new' && replaces !== undefined ? { replaces } : {}),
    ...(from === 'new' && reminds !== undefined ? { reminds } : {}),
  };
}

/** The place where templates are kept. */
export function templatesPlace(query: Query, id?: string): RouteTarget {
  return { screen: 'invites', path: id === undefined ? ['templates'] : ['templates', id], query };
}

/** The way back to where they were opened from. */
export function placeBefore({ from, ...rest }: Query): { label: string; target: RouteTarget } {
  switch (from) {
    case 'new':
      return { label: 'Invite a vendor', target: { screen: 'invites', path: ['new'], query: rest } };
    case 'import':
      return { label: 'Import list', target: { screen: 'invites', path: ['import'] } };
    case 'settings':
      return { label: 'Settings', target: { screen: 'settings' } };
    default:
      return { label: 'Invites', target: { screen: 'invites' } };
  }
}
