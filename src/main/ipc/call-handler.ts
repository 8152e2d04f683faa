import type { z } from 'zod';
import { getErrorName } from '#shared/base/error-name.ts';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import { calls, type CallName, type CallOutput, type ParsedInput } from '#shared/ipc/contract.ts';
import type { Handlers } from './handlers.ts';
import { storageProblem } from './storage-problem.ts';
import type { Log } from '../log/log.ts';
import { toProblem } from '../store/database.ts';

/** Passes a screen's call to its feature. The host has checked who is calling. */
export type CallHandler = (name: string, input: unknown) => Promise<CallResult<unknown>>;

const noWorkspace: CallError = { code: 'no_workspace', message: 'Open a workspace first.' };
const bug: CallError = {
  code: 'internal',
  message: 'Something went wrong in Gangway. Nothing already queued is lost. Try again, or restart Gangway.',
};

const inputs: { [N in CallName]: { input: z.ZodType<ParsedInput<N>> } } = calls;

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);

/** Validates calls by the contract, and turns errors into answers without a stack. @param handlersFor null without a workspace */
export function createCallHandler(
  handlersFor: <N extends CallName>(name: N) => Handlers[N] | null,
  log: Log,
  onProblem: (name: CallName, error: unknown) => void = () => undefined,
): CallHandler {
  async function run<N extends CallName>(name: N, input: unknown): Promise<CallResult<CallOutput<N>>> {
    const unfit = unfitInput(input);
    if (unfit !== null) {
      log.write('call_refused', { call: name });
      return { ok: false, error: { code: 'bad_input', message: unfit } };
    }
    const parsed = inputs[name].input.safeParse(input);
    if (!parsed.success) {
      log.write('call_refused', { call: name });
      const field = parsed.error.issues[0]?.path.join('.') ?? '';
      const where = field === '' ? '' : ` (${field})`;
      return {
        ok: false,
        error: { code: 'bad_input', message: `Gangway can’t use a value in this form${where}. Check it.` },
      };
    }
    const handler = handlersFor(name);
    if (handler === null) return { ok: false, error: noWorkspace };
    try {
      return await handler(parsed.data);
    } catch (error) {
      const problem = toProblem(error);
      log.write('call_failed', { call: name, error: getErrorName(error), problem: problem?.kind ?? null });
      onProblem(name, error);
      return { ok: false, error: problem === null ? bug : storageProblem(problem) };
    }
  }

  return (name, input) => {
    if (isCallName(name)) return run(name, input);
    log.write('call_unknown');
    return Promise.resolve({ ok: false, error: { code: 'not_allowed', message: 'There is no such call.' } });
  };
}

/** No form comes near it. */
const maxDepth = 64;

/** Why a value can't be stored as JSON, in a sentence: lone surrogates or infinite numbers (RFC 8259, 6 and 8.2). */
function unfitInput(input: unknown): string | null {
  const left: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !value.isWellFormed()) return halfCharacter;
    if (typeof value === 'number' && !Number.isFinite(value))
      return 'A number here is too large to be sent. Write it with fewer digits.';
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maxDepth)
      return `This entry is nested more than ${maxDepth} levels deep, and Gangway can’t send it. Remove some levels.`;
    for (const [name, member] of Object.entries(value)) {
      if (!name.isWellFormed()) return halfCharacter;
      left.push({ value: member, depth: depth + 1 });
    }
  }
  return null;
}

const halfCharacter = 'One character here is incomplete and can’t be sent. Type the text again.';
