import { changeSources } from '../patched-source.ts';

// An invite whose fate is unknown is queued once more, as if nothing of it had left.
changeSources([
  {
    file: 'src/shared/outbox/outbox.ts',
    from: "    refused: 'rejected',\n    outcome_unknown: 'in_doubt',",
    to: "    refused: 'rejected',\n    outcome_unknown: 'queued',",
  },
]);
