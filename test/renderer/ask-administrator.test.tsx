import { describe, expect, it, vi } from 'vitest';
import { tokenMessage } from '#renderer/features/sign-in/ask-administrator.tsx';
import { openApp } from './open-app.tsx';
import { click, field, find, type, until } from './screen.tsx';
import { signOut } from './situations.ts';

const ask = 'section[aria-label="Ask your administrator"]';

describe('the message to the administrator', () => {
  it('names the workspace, the service, the version and what the token has to allow', () => {
    const { subject, body } = tokenMessage(
      { workspace: 'Harbor Lane Homes', address: 'https://harborlane.example.com', refused: true },
      '1.4.0',
    );
    expect(subject).toBe('Access token for Gangway (Harbor Lane Homes)');
    for (const part of ['does not accept', 'https://harborlane.example.com', '1.4.0', 'inviting vendors'])
      expect(body).toContain(part);
    const first = tokenMessage({ workspace: null, address: '', refused: false }, '1.4.0');
    expect(first.body).toContain('please tell me the address too');
    expect(first.subject).toBe('Access token for Gangway');
  });

  it('is offered where there is no token, to copy or as a draft, and holds nothing that was typed', async () => {
    const opened: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function record(
      this: HTMLAnchorElement,
    ) {
      opened.push(this.href);
    });
    const written: string[] = [];
    vi.stubGlobal('navigator', {
      clipboard: { writeText: (copied: string) => Promise.resolve(written.push(copied)) },
    });
    await openApp('#/today?sign-in=open', { company: 'new', before: signOut });
    await until(() => find(ask));
    await type(field('Access token'), 'tok_new_9182');
    await click(find(`${ask} button`, 'Copy the message'));
    await click(find(`${ask} button`, 'Open an email draft'));
    expect(written[0]).toContain('Service address: https://harborlane.example.com');
    expect(decodeURIComponent(opened[0] ?? '')).toContain('Workspace: Harbor Lane Homes');
    expect(`${written.join()} ${opened.join()}`).not.toContain('tok_new_9182');
  });

  it('is offered to somebody who has no address yet', async () => {
    await openApp('#/today', { company: 'none' });
    await click(await until(() => find('button', 'Ask for them')));
    await click(find(`${ask} button`, 'Show the message'));
    expect(find(ask).textContent).toContain('please tell me the address too');
  });
});
