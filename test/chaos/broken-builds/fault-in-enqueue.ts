import { changeSources } from '../patched-source.ts';

// Three of ten enqueues end in a fault instead of being kept; the app says so and goes on.
changeSources([
  {
    file: 'src/main/outbox/entry-store.ts',
    from: '    enqueue: createEnqueue(db, kinds),\n',
    to: `    enqueue: (...of) => {
      if (random() < 0.3) throw new Error('This enqueue fails.');
      return createEnqueue(db, kinds)(...of);
    },
`,
  },
]);
