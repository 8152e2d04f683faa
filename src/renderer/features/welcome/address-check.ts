import { useRef, useState } from 'react';
import { call } from '../../bridge.ts';

export type AddressState =
  | { kind: 'untried' }
  | { kind: 'checking' }
  | { kind: 'answers' }
  | { kind: 'bad_address'; sentence: string }
  | { kind: 'silent'; sentence: string; offline: boolean; detail: string };

/** Tries an address without a token. An answer to an address that was changed meanwhile is let go. */
export function useAddressCheck() {
  const [state, setState] = useState<AddressState>({ kind: 'untried' });
  const turn = useRef(0);
  return {
    state,
    async check(address: string): Promise<void> {
      turn.current += 1;
      const mine = turn.current;
      setState({ kind: 'checking' });
      const result = await call('workspaces.checkAddress', { address });
      if (mine !== turn.current) return;
      setState(
        result.ok
          ? result.value
          : { kind: 'silent', sentence: result.error.message, offline: false, detail: '' },
      );
    },
    forget(): void {
      turn.current += 1;
      setState({ kind: 'untried' });
    },
  };
}
