import { changeSources } from '#test/chaos/patched-source.ts';

// What may have arrived is queued once more, as if nothing of it had left.
changeSources([
  {
    file: 'src/shared/outbox/outbox.ts',
    from: "    refused: 'rejected',\n    outcome_unknown: 'in_doubt',",
    to: "    refused: 'rejected',\n    outcome_unknown: 'queued',",
  },
]);
