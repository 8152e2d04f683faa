import { changeSources } from '../patched-source.ts';

// Three of ten enqueues end in a fault instead of being kept; the app says so and goes on.
changeSources([
  {
    file: 'src/main/outbox/entry-store.ts',
    from: '    enqueue: (entry, at, domainRow) =>\n      db\n        .transaction(() => {\n',
    to: `    enqueue: (entry, at, domainRow) =>
      db
        .transaction(() => {
          if (random() < 0.3) throw new Error('This enqueue fails.');
`,
  },
]);
