import type { CallOutput } from '#shared/ipc/contract.ts';
import { fillMessage, placeholderValues, type Placeholder } from '#shared/outbox/message-template.ts';
import { createPace } from './pace.ts';
import type { RowTable } from './row-table.ts';

export type MessagePreview = CallOutput<'imports.previewMessage'>;

/** What a message for all rows becomes, as `imports.previewMessage` says it; null where it was stopped. */
export async function previewMessage(
  table: RowTable,
  message: string,
  stopped: () => boolean,
): Promise<MessagePreview | null> {
  const pace = createPace();
  const lacks = new Set<Placeholder>();
  const { unknown } = fillMessage(message, placeholderValues({}));
  const preview: MessagePreview = { rows: 0, lacking: 0, lacks: [], unknown, example: null };
  for (const { row, item } of table.items('')) {
    if (item.kind === 'invite' && item.invitation.inviteMessage === undefined) {
      const { invitation } = item;
      const { text, empty } = fillMessage(message, placeholderValues(invitation));
      const { email, companyName } = invitation.vendor ?? {};
      preview.example ??= { row, who: companyName ?? email ?? invitation.vendorId ?? '', text: text.trim() };
      preview.rows += 1;
      if (empty.length > 0) preview.lacking += 1;
      for (const placeholder of empty) lacks.add(placeholder);
    }
    if (!pace.due()) continue;
    await pace.rest();
    if (stopped()) return null;
  }
  return { ...preview, lacks: [...lacks] };
}
