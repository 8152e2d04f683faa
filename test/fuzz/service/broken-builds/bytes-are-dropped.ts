import { changeSources } from '#test/chaos/patched-source.ts';

// Of an answer that is no text only what can be read is handed on.
changeSources([
  {
    file: 'src/main/service-client/answer-body.ts',
    from: 'bytes: kept };',
    to: 'bytes: null };',
  },
]);
