import { changeSources } from '../patched-source.ts';

// What the server had once is never pushed again, also where a copy without it was put back.
changeSources([
  {
    file: 'src/main/workspace/team-sharing.ts',
    from: 'pushed = unwrap(await opened.highest(log.seat()));',
    to: 'pushed = Math.max(pushed, unwrap(await opened.highest(log.seat())));',
  },
]);
