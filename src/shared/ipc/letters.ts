import { z } from 'zod';
import { language, letterKinds, letterTemplate } from '../letters/letter-templates.ts';
import { call, nothing, vendorSubject as subject } from './call.ts';

const kind = z.enum(letterKinds);
const site = z.string().trim().min(1).max(200).nullable();

const letterDraft = z.object({
  /** The vendor's subject, which may have moved to its ID. */
  subject,
  vendorId: z.string().nullable(),
  name: z.string(),
  /** Whether another vendor has this name. */
  hasNamesake: z.boolean(),
  /** Empty where no address is known. */
  to: z.string(),
  kind,
  language,
  text: z.object({ subject: z.string(), body: z.string() }),
  /** Whether there is nothing to write: nothing to ask for, or no open invite. */
  isNothing: z.boolean(),
  /** The requirements that it asks for. */
  asked: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Placeholders without a value. */
  empty: z.array(z.string()),
  /** Words in braces that are no placeholders. */
  unknown: z.array(z.string()),
});
export type LetterDraft = z.infer<typeof letterDraft>;

const template = z.object({ kind, language });

export const letterCalls = {
  /**
   * A vendor's letter as it would be written now; null where nothing is known of the vendor. Without a `kind` it is on
   * what is missing, or else on what is to renew.
   */
  'letters.get': call(z.object({ subject, kind: kind.nullable(), site }), letterDraft.nullable()),
  'letters.setLanguage': call(z.object({ subject, language }), z.object({ before: language })),
  'letters.list': call(
    nothing,
    z.array(template.extend({ ...letterTemplate.shape, isDefault: z.boolean() })),
  ),
  /** Saves a template; null resets it to the default. `before` is null where it was the default. */
  'letters.save': call(
    template.extend({ template: letterTemplate.nullable() }),
    z.object({ before: letterTemplate.nullable() }),
  ),
};
