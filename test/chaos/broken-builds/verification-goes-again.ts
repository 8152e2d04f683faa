import { changeSources } from '../patched-source.ts';

// A verification whose fate is unknown goes again by itself, as if everybody knew that this does no harm.
changeSources([
  {
    file: 'src/main/outbox/outcome.ts',
    from: '      return promises.resubmittingIsHarmless;',
    to: '      return true;',
  },
]);
