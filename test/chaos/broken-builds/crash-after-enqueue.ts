import { changeSources } from '../patched-source.ts';

// Nobody catches what goes wrong after three of ten enqueues, so the app ends.
changeSources([
  {
    file: 'src/main/outbox/dispatcher.ts',
    from: '    enqueued: scheduleRound,\n',
    to: `    enqueued() {
      if (deps.random() < 0.3) setImmediate(() => {
        throw new Error('Nobody catches this.');
      });
      scheduleRound();
    },
`,
  },
]);
