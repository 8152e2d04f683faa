import { FileUp, ScanText } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { counted } from '#shared/counted.ts';
import { dayText, readDate } from '#shared/dates.ts';
import type { FieldOnPage } from '#shared/paper/labeled-fields.ts';
import { readLicenseFields, type ReadableField } from '#shared/paper/license-fields.ts';
import { isToRetake } from '#shared/paper/judge-page.ts';
import type { Box } from '#shared/paper/page-text.ts';
import { verificationFields } from '#shared/request-fields.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Checkbox } from '../../components/toggles.tsx';
import { useWorkspace } from '../../stores/session.ts';
import styles from './fill-from-document.module.css';
import { openPaper, type Paper } from './open-paper.ts';
import { PageQualityReport, type JudgedPicture } from './page-quality.tsx';
import { recognize } from './recognizer.ts';

const cls = bindClasses(styles);

/** What the form holds of the fields that are read. */
export type ReadValues = Readonly<Record<ReadableField, string>>;

/** A field that was read, with the piece of the page that it was read from. */
interface ReadField extends FieldOnPage<ReadableField> {
  snippet: string;
}

type Phase =
  | { kind: 'empty'; problem: string | null }
  | { kind: 'reading'; page: number; pages: number; share: number }
  | { kind: 'read'; page: number; pages: number; fields: ReadField[]; judged: JudgedPicture | null };

const noPhase: Phase = { kind: 'empty', problem: null };

/**
 * Reads a photo, a scan or a PDF of a license on this computer and offers what it says for the form. Nothing of it is kept or sent,
 * and nothing is filled in that a person has not ticked; what is unsure is ticked by nobody else.
 */
export function FillFromDocument({
  values,
  onFill,
}: {
  values: ReadValues;
  onFill: (filled: Partial<ReadValues>) => void;
}) {
  const { scoreThreshold } = useWorkspace().settings;
  const [phase, setPhase] = useState<Phase>(noPhase);
  const [ticked, setTicked] = useState<ReadonlySet<ReadableField>>(new Set());
  const [over, setOver] = useState(false);
  const paper = useRef<Paper | null>(null);
  const stop = useRef<() => void>(() => undefined);
  const turn = useRef(0);
  const input = useRef<HTMLInputElement>(null);

  /** Ends what is read, so that nothing of it comes any more, and begins the next. */
  function begin(): () => boolean {
    stop.current();
    paper.current?.close();
    paper.current = null;
    turn.current += 1;
    const own = turn.current;
    return () => own === turn.current;
  }
  useEffect(() => () => void begin(), []);

  async function take(file: Blob): Promise<void> {
    const isStill = begin();
    setPhase({ kind: 'reading', page: 1, pages: 1, share: 0 });
    const opened = await openPaper(file);
    if (!isStill()) {
      if (opened.ok) opened.paper.close();
      return;
    }
    if (!opened.ok) {
      setPhase({ kind: 'empty', problem: opened.sentence });
      return;
    }
    paper.current = opened.paper;
    await readPage(opened.paper, 1, isStill);
  }

  async function readPage(from: Paper, page: number, isStill: () => boolean): Promise<void> {
    const { pages } = from;
    setPhase({ kind: 'reading', page, pages, share: 0 });
    const drawn = await from.read(page);
    if (!isStill()) return;
    if (drawn === null) {
      setPhase({ kind: 'empty', problem: `Page ${page} could not be drawn. The file may be damaged.` });
      return;
    }
    const read =
      drawn.words === null
        ? await recognizeOnPage(drawn.picture)
        : { ...drawn, words: drawn.words, quality: null };
    if (!isStill()) return;
    if (typeof read === 'string') {
      setPhase({ kind: 'empty', problem: read });
      return;
    }
    const fields = readLicenseFields(read.words).map((field) => ({
      ...field,
      snippet: cutOut(read.picture, field.box),
    }));
    const { quality } = read;
    const isReliable = quality === null || !isToRetake(quality, scoreThreshold);
    const filledAtOnce = isReliable ? fields.filter((field) => isFilledAtOnce(field, values)) : [];
    setTicked(new Set(filledAtOnce.map(({ field }) => field)));
    const { width, height } = drawn.picture;
    const judged =
      quality === null ? null : { source: drawn.picture.toDataURL('image/jpeg'), width, height, quality };
    setPhase({ kind: 'read', page, pages, fields, judged });
  }

  /** The words of a page and the picture that they are on, or the sentence on why there are none. */
  async function recognizeOnPage(picture: HTMLCanvasElement) {
    const work = recognize(picture, 'license', (share) =>
      setPhase((now) => (now.kind === 'reading' ? { ...now, share } : now)),
    );
    stop.current = work.stop;
    const came = await work.recognized;
    return came.kind === 'words' ? came : problems[came.kind];
  }

  function cancel(): void {
    begin();
    setPhase(noPhase);
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) void take(file);
  }

  useEffect(() => {
    function onPaste(event: ClipboardEvent): void {
      const [file] = event.clipboardData?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      void take(file);
    }
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });

  const chosen =
    phase.kind === 'read'
      ? phase.fields.filter(({ field, value }) => ticked.has(field) && values[field] !== value)
      : [];
  return (
    <section aria-label="Fill in from a document" className={cls('whole')}>
      <div
        className={cls('panel', over && 'over')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Document to read"
          accept="image/*,.tif,.tiff,.pdf,application/pdf"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file !== undefined) void take(file);
            event.currentTarget.value = '';
          }}
        />
        {phase.kind === 'empty' ? (
          <>
            {phase.problem === null ? null : (
              <MessageBlock tone="neg" slim live title={phase.problem}>
                Nothing was filled in. Try another copy, or type the details.
              </MessageBlock>
            )}
            <div className={cls('start')}>
              <Icon of={FileUp} size={20} />
              <p className="medium">Drop or paste a photo, a scan or a PDF of the license, or choose one</p>
              <p className="quiet">It is read on this computer. It is not sent and not kept.</p>
            </div>
          </>
        ) : null}
        {phase.kind === 'reading' ? (
          <div className={cls('start')} role="status">
            <p className="medium">{`Reading page ${phase.page}${phase.pages === 1 ? '' : ` of ${phase.pages}`} …`}</p>
            <progress className={cls('progress')} aria-label="Read so far" max={1} value={phase.share} />
          </div>
        ) : null}
        {phase.kind === 'read' && phase.judged !== null ? <PageQualityReport judged={phase.judged} /> : null}
        {phase.kind === 'read' ? (
          <Found
            {...phase}
            values={values}
            ticked={ticked}
            onTick={(field, on) =>
              setTicked((now) => new Set(on ? [...now, field] : [...now].filter((one) => one !== field)))
            }
          />
        ) : null}
        <div className={cls('buttons')}>
          {phase.kind === 'reading' ? (
            <Button size="small" onPress={cancel}>
              Cancel
            </Button>
          ) : null}
          {phase.kind === 'read' && phase.fields.length > 0 ? (
            <Button
              size="small"
              variant="primary"
              icon={ScanText}
              disabled={chosen.length === 0}
              onPress={() => onFill(Object.fromEntries(chosen.map(({ field, value }) => [field, value])))}
            >
              {`Fill in ${counted(chosen.length, 'field')}`}
            </Button>
          ) : null}
          {phase.kind === 'read' && phase.page < phase.pages ? (
            <Button
              size="small"
              onPress={() => {
                const own = turn.current;
                if (paper.current !== null)
                  void readPage(paper.current, phase.page + 1, () => own === turn.current);
              }}
            >
              Read the next page
            </Button>
          ) : null}
          {phase.kind === 'reading' ? null : (
            <Button size="small" onPress={() => input.current?.click()}>
              {phase.kind === 'read' ? 'Choose another document' : 'Choose a document'}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

const problems = {
  too_long: 'This page takes too long to read. A sharper picture in even light is read faster.',
  failed: 'This page could not be read.',
  stopped: 'Reading was stopped.',
} as const;

/** Where a form already says something else, a person decides. */
function isFilledAtOnce({ field, value, sure }: ReadField, values: ReadValues): boolean {
  return sure && (values[field] === '' || values[field] === value);
}

function Found({
  fields,
  page,
  pages,
  values,
  ticked,
  onTick,
}: {
  fields: readonly ReadField[];
  page: number;
  pages: number;
  values: ReadValues;
  ticked: ReadonlySet<ReadableField>;
  onTick: (field: ReadableField, on: boolean) => void;
}) {
  const where = pages === 1 ? '' : ` on page ${page} of ${pages}`;
  if (fields.length === 0) {
    return (
      <MessageBlock tone="cau" slim live title={`No details of a license were found${where}.`}>
        Try a sharper or straighter picture, or type the details.
      </MessageBlock>
    );
  }
  return (
    <>
      <p className="medium" role="status">
        {`${counted(fields.length, 'field')} found${where}. Compare each with its picture before you submit.`}
      </p>
      <ul className={cls('fields')}>
        {fields.map(({ field, value, sure, snippet }) => {
          const { label } = verificationFields[field];
          const shown = toText(value);
          const now = values[field];
          return (
            <li key={field} className={cls('field')}>
              <Checkbox
                checked={ticked.has(field) || now === value}
                disabled={now === value}
                onChange={(on) => onTick(field, on)}
                label={`Fill in ${label}: ${shown}`}
              />
              <span className={cls('words')}>
                <span className="faint">{label}</span>
                <span className="medium">{shown}</span>
                {sure ? null : <span className={cls('unsure')}>Not sure. Check it letter by letter.</span>}
                {now === '' ? null : (
                  <span className="faint-note">
                    {now === value ? 'In the form.' : `Now in the form: ${toText(now)}`}
                  </span>
                )}
              </span>
              <img className={cls('snippet')} src={snippet} alt={`${label} on the page`} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A day as it is shown elsewhere; anything else as it is. */
function toText(value: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? readDate(value)?.day : undefined;
  return day === undefined ? value : dayText(day);
}

/** Pixels of the page around what is cut out, for the eye. */
const rim = 8;

/** A piece of a page as a picture. */
function cutOut(page: HTMLCanvasElement, { x, y, width, height }: Box): string {
  const piece = document.createElement('canvas');
  piece.width = Math.ceil(width) + 2 * rim;
  piece.height = Math.ceil(height) + 2 * rim;
  piece.getContext('2d')?.drawImage(page, rim - x, rim - y);
  return piece.toDataURL('image/png');
}
