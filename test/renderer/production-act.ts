import React from 'react';
import { flushSync } from 'react-dom';

/**
 * React's production build, which these tests draw with, has no `act`; Testing Library takes this for it. What `work` changes is
 * drawn at once; what it awaits is drawn, with its effects, before what this gives is settled.
 */
async function act(work: () => unknown): Promise<unknown> {
  const result = flushSync(work);
  const value = await result;
  // React draws in one turn and runs effects in the next, where drawing took more than 5 ms.
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return value;
}

if (!('act' in React)) Object.assign(React, { act });
