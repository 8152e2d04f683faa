/** What a page of the app says at one moment, as text. */
export interface Screen {
  /** The page says that its host is gone; what lies below is not read. */
  gone: boolean;
  screen: string;
  sync: { title: string; line: string } | null;
  badges: { screen: string; count: number }[];
  card: { title: string; key: { label: string; count: number }[] } | null;
  groups: { title: string; count: number }[];
  rows: { entryId: string; group: string | null; what: string; next: string; buttons: string[] }[];
  headings: { title: string; count: number }[];
  strip: string;
}

/** Runs in the page, so it uses nothing from outside. */
export function readScreen(): Screen {
  const text = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const number = (found: string | undefined) => Number((found ?? '').replace(/\D/g, ''));
  const status = document.querySelector('section[aria-label="Sending"] button');
  const said = status?.getAttribute('title') ?? null;
  const grid = document.querySelector('[role=grid][aria-label="Outbox"]');
  const heads = [...(grid?.querySelectorAll('button[aria-expanded]') ?? [])].map((head) => ({
    title: text(head.querySelector('strong')),
    count: number(head.querySelector('strong')?.nextElementSibling?.textContent ?? ''),
    top: head.getBoundingClientRect().top,
  }));
  const card = document.querySelector('section[aria-label="Progress of sending"]');
  const strips = [
    'No network since',
    'The service has been unreachable since',
    'You’re working offline.',
    'The outbox is paused.',
    'The service did not accept the token.',
    'The network replied instead of the service.',
  ];
  const words = text(document.querySelector('main'));
  const split = said?.indexOf('. ') ?? -1;
  return {
    gone: document.querySelector('dialog[open]') !== null,
    screen: location.hash,
    sync: said === null ? null : { title: said.slice(0, split), line: said.slice(split + 2) },
    badges: [...document.querySelectorAll('nav[aria-label="Screens"] button')].flatMap((item) => {
      const found = /^(\D+?)(\d[\d,]*) (?:not sent yet|need you)$/.exec(text(item));
      return found === null ? [] : [{ screen: found[1] ?? '', count: number(found[2]) }];
    }),
    card:
      card === null
        ? null
        : {
            title: text(card.querySelector('h2')),
            key: [...card.querySelectorAll('li')].map((item) => ({
              label: text(item).replace(/^[\d,]+ /, ''),
              count: number(text(item.querySelector('strong'))),
            })),
          },
    groups: heads.map(({ title, count }) => ({ title, count })),
    rows: [...(grid?.querySelectorAll('[data-row]') ?? [])].map((row) => {
      const { top } = row.getBoundingClientRect();
      const cells = [...row.querySelectorAll('[role=gridcell]')].map(text);
      return {
        entryId: row.getAttribute('data-row') ?? '',
        group: heads.filter((head) => head.top < top).sort((a, b) => b.top - a.top)[0]?.title ?? null,
        what: cells[2] ?? '',
        next: cells.length >= 7 ? (cells[3] ?? '') : '',
        buttons: [...row.querySelectorAll('button')].map(text),
      };
    }),
    headings: [...document.querySelectorAll('main section h2')].flatMap((heading) => {
      const found = /^(.*?) ?(\d[\d,]*)$/.exec(text(heading));
      return found === null ? [] : [{ title: found[1] ?? '', count: number(found[2]) }];
    }),
    strip: strips.find((one) => words.includes(one)) ?? '',
  };
}

/** Opens what is folded in the Outbox, so that its rows can be read at the next look. Runs in the page. */
export function unfold(): void {
  for (const head of document.querySelectorAll<HTMLElement>('[role=grid] button[aria-expanded=false]'))
    head.click();
}
