import { dayText, fromDayNumber, readDate } from '#shared/base/dates.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ours, type ReportItem, type ReportTimes, type VendorReport } from './report.ts';

/** All attached files together; more is slow to save and to open. */
const maxBytes = 200 * 1024 * 1024;

type Attachment = VendorReport['attachments'][number];

/** A vendor's documents on file; with their files if requested, except files that also hold other vendors' pages. */
export function listFiled(
  { filed, filedFiles, onboarding }: Workspace,
  vendorId: string,
  times: ReportTimes,
  withFiles: boolean,
): { items: ReportItem[]; attachments: Attachment[] } {
  const attachments: Attachment[] = [];
  const names = new Map<string, string>();
  let left = maxBytes;

  function attach(sha256: string, bytes: number, fileName: string): string {
    const name = names.get(sha256);
    if (name !== undefined) return `Attached as ${name}`;
    const found = filedFiles.find(sha256);
    if (found === null) return 'Not attached: the file is on another computer';
    if (filed.isShared(sha256, vendorId)) return 'Not attached: the file also has papers of others';
    if (bytes > left) return 'Not attached: the files are too large for one report';
    left -= bytes;
    const own = `${attachments.length + 1} ${fileName}`;
    names.set(sha256, own);
    attachments.push({ file: found.file, name: own, type: found.contentType });
    return `Attached as ${own}`;
  }

  const today = fromDayNumber(onboarding.today());
  const items = filed.documents(vendorId).map((one): ReportItem => {
    const isOver = one.validUntil !== null && one.validUntil < today;
    return {
      title: one.kind,
      state: one.replacedBy !== null ? 'Replaced' : isOver ? 'Expired' : 'On file',
      tone: one.replacedBy !== null ? 'neu' : isOver ? 'neg' : 'pos',
      lines: [
        ours('Filed', `${times.detail(one.at)}${one.by === null ? '' : ` by ${one.by}`}`),
        ours('Signed', showDay(one.signedOn)),
        ours('Valid through', showDay(one.validUntil)),
        ours('File', withFiles ? attach(one.sha256, one.bytes, one.fileName) : one.fileName),
      ].flat(),
    };
  });
  return { items, attachments };
}

function showDay(text: string | null): string | null {
  const day = readDate(text)?.day;
  return day === undefined ? text : dayText(day);
}
