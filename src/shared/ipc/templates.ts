import { z } from 'zod';
import { call, instant, nothing } from './call.ts';

export const templateLimits = { name: 80, text: 10_000, number: 200 } as const;

/** A text for the message of an invite; words in braces are filled for each invite. */
export const messageTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  text: z.string(),
  changedAt: instant,
});
export type MessageTemplate = z.infer<typeof messageTemplate>;

export const templateCalls = {
  /** All of them, by name. */
  'templates.list': call(nothing, z.array(messageTemplate)),
  /** Saves a new, changed or restored template by the screen's id; `bad_input` for a taken name or too many templates. */
  'templates.save': call(
    z.object({
      id: z.uuid(),
      name: z.string().trim().min(1).max(templateLimits.name),
      text: z.string().trim().min(1).max(templateLimits.text),
    }),
    messageTemplate,
  ),
  'templates.delete': call(z.object({ id: z.uuid() }), nothing),
};
