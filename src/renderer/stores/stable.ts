import { useState } from 'react';

/** Hands back the same object for as long as it would be written alike as JSON, for values that callers write in place. */
export function useStable<T>(value: T): T {
  const key = JSON.stringify(value);
  const [held, setHeld] = useState({ key, value });
  if (held.key === key) return held.value;
  setHeld({ key, value });
  return value;
}
