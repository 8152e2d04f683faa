import { afterEach, describe, expect, it } from 'vitest';
import { useTemplateEdits } from '#renderer/features/templates/templates.ts';
import { useToasts } from '#renderer/stores/toasts.ts';
import type { CallName } from '#shared/ipc/contract.ts';
import { fail, type Answers, type CoreBridge } from './core-bridge.ts';
import { importList } from './import-lists.ts';
import { openApp, toEntryId } from './open-app.tsx';
import { toId } from './sample-company.ts';
import { acting, click, field, find, placeNow, press, type, until } from './screen.tsx';

/** Three templates, in place of the one that every workspace begins with. */
async function saveTemplates({ ask }: CoreBridge): Promise<void> {
  const texts = [
    [
      'Standard invite',
      'Hello {first name},\n\nwe would like to work with {company} and invite you to sign up as one of our vendors.\n\nThank you.',
    ],
    [
      'Renewal of insurance',
      'Dear {contact},\n\nplease upload the new insurance certificate of {company}. Your vendor ID with us is {vendor ID}.',
    ],
    ['Short', 'Please sign up as a vendor.'],
  ] as const;
  for (const { id } of await ask('templates.list', null)) await ask('templates.delete', { id });
  for (const [index, [name, text]] of texts.entries())
    await ask('templates.save', { id: toId(9, index + 1), name, text });
}

async function open(
  hash: string,
  answers: Answers = {},
  before: (bridge: CoreBridge) => Promise<void> = saveTemplates,
) {
  const bridge = await openApp(hash, { answers, before });
  return {
    asked: (name: CallName) => bridge.asked.filter((one) => one.name === name).map(({ input }) => input),
  };
}

function area(): HTMLTextAreaElement {
  const found = document.querySelector('textarea');
  if (found === null) throw new Error('There is no message.');
  return found;
}

async function write(text: string): Promise<void> {
  await acting(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area(), text);
    area().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function choose(button: string, choice: string): Promise<void> {
  await click(await until(() => find('main button', button)));
  await click(await until(() => find('[role=menuitem]', choice)));
}

const preview = () => find('section', 'Preview of the message');

afterEach(() => {
  useTemplateEdits.setState({ byTemplate: {} });
  useToasts.setState({ toasts: [] });
});

describe('the message of an invite', () => {
  it('is filled from a template, shown as it goes out, and queued as it was shown', async () => {
    const { asked } = await open('#/invites/new');
    await until(() => find('main button', 'Template'));
    await type(field('Vendor email'), 'tom@somebody-new.example.com');
    await type(field('First name'), 'Tom');
    await choose('Template', 'Standard invite');
    expect(area().value).toContain('Hello {first name},');
    expect(preview().textContent).toContain('Hello Tom,');
    expect(preview().textContent).toContain('{company} has no value in this invite.');
    await type(field('Company'), 'Kestrel');
    expect(preview().textContent).toContain('work with Kestrel and');
    expect(preview().textContent).not.toContain('no value');
    await click(find('button', 'Send invite'));
    await until(() => expect(asked('invites.enqueue')).toHaveLength(1));
    expect(asked('invites.enqueue')[0]).toMatchObject({
      invitation: {
        inviteMessage:
          'Hello Tom,\n\nwe would like to work with Kestrel and invite you to sign up as one of our vendors.\n\nThank you.',
      },
    });
  });

  it('takes a placeholder where the caret stands, and shows no preview without one', async () => {
    await open('#/invites/new');
    await until(() => find('main button', 'Insert'));
    await write('Hello , welcome');
    expect(document.querySelector('section[aria-label="Preview of the message"]')).toBeNull();
    area().setSelectionRange(6, 6);
    await choose('Insert', '{contact}');
    expect(area().value).toBe('Hello {contact}, welcome');
    expect(document.activeElement).toBe(area());
    expect(preview().textContent).toContain('Hello, welcome');
  });

  it('says that braces which are no placeholder go out as written', async () => {
    await open('#/invites/new');
    await until(() => find('main button', 'Insert'));
    await write('For {services}');
    expect(preview().textContent).toContain('{services} is not a placeholder. It goes out as written.');
  });

  it('comes back when a template was chosen over it', async () => {
    await open('#/invites/new');
    await until(() => find('main button', 'Template'));
    await write('My own words');
    await choose('Template', 'Short');
    expect(area().value).toBe('Please sign up as a vendor.');
    await click(await until(() => find('[role=status] button', 'Undo')));
    expect(area().value).toBe('My own words');
  });

  it('leads to the templates and back to the correction that it belongs to', async () => {
    const place = `#/invites/new?replaces=${toEntryId('Dale Hutchins')}`;
    await open(place);
    await choose('Template', 'Edit templates');
    await until(() => expect(find('h1').textContent).toBe('Message templates'));
    await click(find('main header button', 'Invite a vendor'));
    expect(placeNow()).toBe(place);
  });
});

describe('message templates', () => {
  it('are changed, and the change can be taken back', async () => {
    const { asked } = await open('#/invites/templates');
    await click(await until(() => find('nav button', 'Short')));
    await write('Please sign up, {first name}.');
    expect(preview().textContent).toContain('Please sign up, Tom.');
    await press('Enter', area(), { ctrlKey: true });
    await until(() => expect(asked('templates.save')).toHaveLength(1));
    await click(await until(() => find('[role=status] button', 'Undo')));
    await until(() => expect(area().value).toBe('Please sign up as a vendor.'));
  });

  it('are begun under a name that is free', async () => {
    await open('#/invites/templates');
    await click(await until(() => find('main button', 'New template')));
    await until(() => expect(field('Name').value).toBe(''));
    await type(field('Name'), 'Short');
    await write('Hello');
    await click(find('main button', 'Save template'));
    await until(() => find('form', 'A template named “Short” already exists.'));
    expect(area().value).toBe('Hello');
    await type(field('Name'), 'Shorter');
    await click(find('main button', 'Save template'));
    await until(() => expect(find('nav[aria-label=Templates]').textContent).toContain('Shorter'));
    await until(() => expect(find('nav[aria-label=Templates]').textContent).not.toContain('Not saved yet'));
  });

  it('are deleted, and come back with Undo', async () => {
    await open('#/invites/templates');
    await click(await until(() => find('nav button', 'Short')));
    await click(find('main button', 'Delete'));
    const names = () => find('nav[aria-label=Templates]').textContent;
    await until(() => expect(names()).not.toContain('Short'));
    await click(await until(() => find('[role=status] button', 'Undo')));
    await until(() => expect(names()).toContain('Short'));
  });

  it('keep what was typed while another one is looked at', async () => {
    await open('#/invites/templates');
    await click(await until(() => find('nav button', 'Short')));
    await write('Half written');
    await click(find('nav button', 'Standard invite'));
    expect(area().value).toContain('Hello {first name}');
    expect(find('nav button', 'Short').textContent).toContain('Not saved yet');
    await click(find('nav button', 'Short'));
    expect(area().value).toBe('Half written');
    await click(find('main button', 'Discard changes'));
    expect(area().value).toBe('Please sign up as a vendor.');
  });

  it('offer the version that a colleague saved just before', async () => {
    const version = { name: 'Short', text: 'Please sign up.' };
    const overridden = [{ id: toId(9, 3), name: 'Short', version, by: 'Sam', at: Date.now() }];
    const { asked } = await open(`#/invites/templates/${toId(9, 3)}`, {
      'templates.overridden': () => ({ ok: true, value: overridden }),
    });
    await until(() => find('main', 'Two people changed “Short” at the same time.'));
    await click(find('main button', 'Use the earlier version'));
    await until(() => expect(asked('templates.save').at(-1)).toEqual({ id: toId(9, 3), ...version }));
    await until(() => expect(area().value).toBe('Please sign up.'));
  });

  it('say why they cannot be read', async () => {
    await openApp('#/invites/templates', {
      answers: { 'templates.list': () => fail('storage', 'The stored data could not be read.') },
    });
    await until(() => find('main', 'The templates could not be read.'));
  });
});

describe('the message for all rows', () => {
  /** A list of two vendors, of whom one has an ID. */
  async function importTwo(bridge: CoreBridge): Promise<void> {
    await saveTemplates(bridge);
    const list =
      'Email,Company,Contact first name,Vendor ID\ntom@kestrel-2.example.com,Kestrel Roofing,Tom,\nann@x.example.com,X Ltd,Ann,V-7\n';
    await importList(bridge, 'invites', 'list.csv', list);
  }

  it('is taken from a template and shown on the first row', async () => {
    const { asked } = await open('#/invites/import', {}, importTwo);
    await choose('Template', 'Renewal of insurance');
    await until(() => expect(asked('imports.setMapping')).toHaveLength(1));
    await until(() => expect(preview().textContent).toContain('Dear Tom,'));
    expect(preview().textContent).toContain('Preview for Kestrel Roofing, row 2');
    expect(preview().textContent).toContain('{vendor ID} has no value in 1 row');
  });
});
