import { Plus } from 'lucide-react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { ChoiceList } from '#renderer/components/choice-list.tsx';
import { shortcutKeys } from '#renderer/shortcuts.ts';
import { clear, click, find, show } from './screen.tsx';

afterEach(clear);

describe('the shortcut of a button is told to screen readers', () => {
  it('where a word is on it, and it is pressed all the same', async () => {
    const pressed = vi.fn();
    await show(
      <Button keys={shortcutKeys.invite} type="submit" onPress={pressed}>
        Invite vendor
      </Button>,
    );
    const button = find('button', 'Invite vendor');
    expect(button.getAttribute('aria-keyshortcuts')).toBe('i');
    expect(button.getAttribute('type')).toBe('submit');
    await click(button);
    expect(pressed).toHaveBeenCalledOnce();
  });

  it('where an icon is on it, with keys that are held together', async () => {
    await show(<IconButton icon={Plus} label="Search" keys="mod+arrowdown" />);
    expect(find('[aria-label=Search]').getAttribute('aria-keyshortcuts')).toBe('Control+ArrowDown');
  });

  it('where it says what follows', async () => {
    await show(
      <ChoiceList
        label="What to do"
        choices={[
          {
            id: 'mark',
            icon: Plus,
            label: 'Mark as sent',
            consequence: 'It is not sent again.',
            keys: shortcutKeys.markAsSent,
            onChoose: () => undefined,
          },
        ]}
      />,
    );
    expect(find('button', 'Mark as sent').getAttribute('aria-keyshortcuts')).toBe('2');
  });

  it('in words where keys are pressed one after the other', async () => {
    await show(<Button keys={shortcutKeys.documents}>Documents</Button>);
    const button = find('button', 'Documents');
    expect(button.getAttribute('aria-description')).toBe('Shortcut: G then D');
    expect(button.hasAttribute('aria-keyshortcuts')).toBe(false);
  });

  it('not at all where there is none', async () => {
    await show(<Button>Close</Button>);
    expect(find('button', 'Close').hasAttribute('aria-keyshortcuts')).toBe(false);
  });
});
