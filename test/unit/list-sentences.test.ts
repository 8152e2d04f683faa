import { expect, it } from 'vitest';
import { findParagraphs, findSentences } from '../../scripts/list-sentences.ts';

const source = `
import { cls } from 'some where';
const states = { queued: 'Waiting', 'some key': 'Retry soon' };
db.prepare('SELECT kind FROM entry');
log.write('Page was closed');
const found = /two words/;
export function Part({ count }: { count: number }) {
  return (
    <section className="head roomy" title="Vendors">
      <p className={cls('note loud')}>
        You have <b>{count}</b> new vendors.
      </p>
      <button>Save</button>
      <p>{count === 1 ? 'One vendor' : \`\${count} vendors\`}</p>
    </section>
  );
}
`;

it('finds texts of JSX, sentences and labels, and no names of the program', () => {
  expect(findSentences('part.tsx', source)).toEqual([
    { line: 3, text: 'Waiting' },
    { line: 3, text: 'Retry soon' },
    { line: 9, text: 'Vendors' },
    { line: 10, text: 'You have {…} new vendors.' },
    { line: 13, text: 'Save' },
    { line: 14, text: 'One vendor' },
    { line: 14, text: '{…} vendors' },
  ]);
});

it('finds the paragraphs of a page of the help', () => {
  expect(findParagraphs('# Invites\n\n---\nYou can undo.\n')).toEqual([
    { line: 1, text: 'Invites' },
    { line: 4, text: 'You can undo.' },
  ]);
});
