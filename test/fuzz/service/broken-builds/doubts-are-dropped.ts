import { changeSources } from '#test/chaos/patched-source.ts';

// What is not understood in an answer keeps nothing from being a yes.
changeSources([
  {
    file: 'src/shared/service/evidence.ts',
    from: '  return { doubts, expirations };\n',
    to: '  return { doubts: [], expirations: [] };\n',
  },
]);
