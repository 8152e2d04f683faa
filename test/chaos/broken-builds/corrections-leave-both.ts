import { changeSources } from '../patched-source.ts';

// Nothing keeps one of a chain of corrections from being queued beside another one.
changeSources([
  {
    file: 'src/main/outbox/correction-chain.ts',
    from: "  if (facts.isCorrected) return 'corrected';\n  return facts.isUnsent ? 'on_its_way' : null;\n",
    to: '  return null;\n',
  },
]);
