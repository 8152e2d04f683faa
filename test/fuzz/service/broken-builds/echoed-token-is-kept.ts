import { changeSources } from '#test/chaos/patched-source.ts';

// An answer that repeats the token is kept with it.
changeSources([
  {
    file: 'src/main/service-client/echoed-token.ts',
    from: '  if (found.length === 0) return text;\n',
    to: '  return text;\n',
  },
]);
