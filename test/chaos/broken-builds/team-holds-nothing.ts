import { changeSources } from '../patched-source.ts';

// An invite goes out whatever colleagues did.
changeSources([
  {
    file: 'src/main/workspace/sending.ts',
    from: 'findEarlier: (number) => stores.colleaguesEntries.findEarlier(number)',
    to: 'findEarlier: () => null',
  },
]);
