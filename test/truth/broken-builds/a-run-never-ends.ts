import { changeSources } from '#test/chaos/patched-source.ts';

// The last one went out, and the run of sending goes on.
changeSources([
  { file: 'src/main/outbox/sync-status.ts', from: '      run.endedAt = clock.wall();', to: '      return;' },
]);
