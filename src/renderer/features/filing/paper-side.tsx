import { Check, Combine, Scissors, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { wantedDay } from '#shared/filing/propose-paper.ts';
import type { FilingChoice, PilePaper } from '#shared/ipc/filing.ts';
import { showSubject } from '#shared/onboarding/vendor-facts.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, LinkButton, SmallButton, StepButtons } from '../../components/button.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { chosenVendor, noVendor, SuggestField, VendorField } from '../../components/suggest-field.tsx';
import { DateField } from '../../components/text-field.tsx';
import { ServiceDate } from '../../components/time-text.tsx';
import { filedKindKey, shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { handleSubmit } from '../../stores/form.ts';
import { PageImage } from './page-image.tsx';
import styles from './filing.module.css';

const cls = bindClasses(styles);

/** Types that a person chooses from, besides those of requirements. */
const defaultKinds = ['W-9', 'Certificate of insurance', 'State license', 'Agreement'];

type Editing = 'vendor' | 'kind' | 'date' | null;

interface PaperSideProps {
  paper: PilePaper;
  kinds: readonly string[];
  problem: string | null;
  onFile: () => void;
  onSkip: () => void;
}

/** The open paper of the pile: its page, and what it is filed as, each with a key. */
export function PaperSide({ paper, kinds, problem, onFile, onSkip }: PaperSideProps) {
  const { id, firstPage, lastPage, fileName, isRead, kind, canJoin, candidates, vendor } = paper;
  const [page, setPage] = useState(firstPage);
  const [editing, setEditing] = useState<Editing>(null);
  const choose = useAction('filing.choose');
  const split = useAction('filing.split');
  const join = useAction('filing.join');
  const remove = useAction('filing.remove');
  const last = lastPage ?? firstPage;
  const pages = last - firstPage + 1;
  const [one, other] = candidates;

  async function save(choice: FilingChoice): Promise<void> {
    const saved = await choose.run({ id, choice });
    if (!saved.ok) return;
    setEditing(null);
    document.querySelector<HTMLElement>(`[data-paper="${id}"]`)?.focus();
  }
  const take = (candidate: typeof one) => {
    if (candidate !== undefined) void save({ subject: candidate.subject });
  };
  useShortcut(shortcutKeys.firstVendor, () => take(one), { enabled: one !== undefined });
  useShortcut(shortcutKeys.secondVendor, () => take(other), { enabled: other !== undefined });
  useShortcut(shortcutKeys.filedVendor, () => setEditing('vendor'));
  useShortcut(filedKindKey, () => setEditing('kind'));
  useShortcut(shortcutKeys.filedDate, () => setEditing('date'));
  useShortcut(shortcutKeys.open, onFile, { enabled: isRead });
  useShortcut(shortcutKeys.skip, onSkip);
  useShortcut(shortcutKeys.nextPage, () => setPage(Math.min(last, page + 1)));
  useShortcut(shortcutKeys.previousPage, () => setPage(Math.max(firstPage, page - 1)));
  useShortcut(shortcutKeys.splitPages, () => void split.run({ id, page }), { enabled: page > firstPage });
  useShortcut(shortcutKeys.joinPages, () => void join.run({ id }), { enabled: canJoin });

  const isOther = vendor !== null && !candidates.some(({ subject }) => subject === vendor.subject);
  const offered = [...candidates.slice(0, 9), ...(isOther ? [vendor] : [])];
  // Two may have one name.
  const several = offered.length > 1;
  return (
    <aside
      className={`${cls('side')} fixed scroller subtle edge-left stack gap-12`}
      aria-label="Document to file"
    >
      <div className="row between gap-8">
        <h2 className="size-13 narrows breakable">
          {`${kind ?? 'Document'}, page ${page - firstPage + 1}${lastPage === null ? '' : ` of ${pages}`}`}
        </h2>
        {pages === 1 ? null : (
          <span className="flex">
            <StepButtons
              of="page"
              across
              previous={page === firstPage ? null : () => setPage(page - 1)}
              next={page === last ? null : () => setPage(page + 1)}
            />
          </span>
        )}
      </div>
      <PageImage
        address={paper.address}
        page={page}
        label={`Page ${page} of ${fileName}`}
        marks={paper.marks}
        isLow
      />
      {paper.problem === null ? null : (
        <MessageBlock tone="cau" slim title={paper.problem}>
          Ask for a better copy, or choose the vendor and type yourself.
        </MessageBlock>
      )}
      {paper.toCheck.includes('pages') ? (
        <p className="caution small">
          This may be more than one document. Check its pages, and split it where a new one begins.
        </p>
      ) : null}
      <dl className={`${cls('facts')} grid`}>
        <Fact label="Vendor">
          {editing === 'vendor' ? (
            <ChooseVendor onSave={(subject) => void save({ subject })} onCancel={() => setEditing(null)} />
          ) : (
            <span className="stack gap-2">
              {offered.map((candidate, index) => (
                <span key={candidate.subject} className="row wrap gap-4">
                  <LinkButton
                    {...(several ? { label: `${candidate.name}, ${showSubject(candidate.subject)}` } : {})}
                    {...(index < 2 && candidate.subject !== (isOther ? vendor.subject : '')
                      ? { keys: index === 0 ? shortcutKeys.firstVendor : shortcutKeys.secondVendor }
                      : {})}
                    {...(candidate.subject === vendor?.subject ? { icon: Check } : {})}
                    onPress={() => take(candidate)}
                  >
                    {candidate.name}
                  </LinkButton>
                  {several ? <span className="faint small">{showSubject(candidate.subject)}</span> : null}
                </span>
              ))}
              <span className="row">
                <LinkButton size="small" keys={shortcutKeys.filedVendor} onPress={() => setEditing('vendor')}>
                  {offered.length === 0 ? 'Which vendor?' : 'Another vendor'}
                </LinkButton>
              </span>
              {isRead && (vendor === null || paper.toCheck.includes('vendor')) ? (
                <span className="caution small">{paper.evidence}</span>
              ) : null}
            </span>
          )}
        </Fact>
        <Fact label="Type">
          {editing === 'kind' ? (
            <ChooseKind
              kind={kind ?? ''}
              kinds={[...new Set([...kinds, ...defaultKinds])]}
              onSave={(chosen) => void save({ kind: chosen })}
              onCancel={() => setEditing(null)}
            />
          ) : (
            <LinkButton keys={filedKindKey} onPress={() => setEditing('kind')}>
              {kind ?? 'Which type?'}
            </LinkButton>
          )}
        </Fact>
        {editing === 'date' ? (
          <Fact label="Dates">
            <ChooseDays paper={paper} onSave={(days) => void save(days)} onCancel={() => setEditing(null)} />
          </Fact>
        ) : (
          listDays(paper).map(({ name, day }, index) => (
            <Fact key={name} label={dayLabels[name]}>
              <LinkButton
                {...(index === 0 ? { keys: shortcutKeys.filedDate } : {})}
                onPress={() => setEditing('date')}
              >
                {day === null ? 'Add date' : <ServiceDate text={day} />}
              </LinkButton>
            </Fact>
          ))
        )}
        {paper.number === null ? null : <Fact label="Number">{paper.number}</Fact>}
        <Fact label="File">{fileName}</Fact>
      </dl>
      <div className="flow gap-8">
        <Button variant="primary" keys={shortcutKeys.open} disabled={!isRead} onPress={onFile}>
          File
        </Button>
        <Button keys={shortcutKeys.skip} onPress={onSkip}>
          Skip
        </Button>
        {page === firstPage ? null : (
          <SmallButton
            icon={Scissors}
            keys={shortcutKeys.splitPages}
            onPress={() => void split.run({ id, page })}
          >
            Split before this page
          </SmallButton>
        )}
        {canJoin ? (
          <SmallButton icon={Combine} keys={shortcutKeys.joinPages} onPress={() => void join.run({ id })}>
            Join next document
          </SmallButton>
        ) : null}
        <SmallButton icon={Trash2} onPress={() => void remove.run({ ids: [id] })}>
          Remove from pile
        </SmallButton>
      </div>
      <Problem error={problem ?? choose.error ?? split.error ?? join.error ?? remove.error} slim />
    </aside>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="faint">{label}</dt>
      <dd className="narrows breakable">{children}</dd>
    </>
  );
}

const dayLabels = { signedOn: 'Signed', validUntil: 'Valid through' } as const;

/** The days that matter for the type, the one that is wanted first; both where none is. */
function listDays({ kind, signedOn, validUntil }: PilePaper) {
  const days = [
    { name: 'signedOn', day: signedOn },
    { name: 'validUntil', day: validUntil },
  ] as const;
  const wanted = kind === null ? null : wantedDay(kind);
  return wanted === null ? days : days.filter(({ name, day }) => name === wanted || day !== null);
}

interface ChoosingProps<Value> {
  onSave: (value: Value) => void;
  onCancel: () => void;
}

/** A short form in the panel; Enter saves, Esc leaves it. */
function Choosing({ children, onSave, onCancel }: ChoosingProps<void> & { children: ReactNode }) {
  return (
    <form className="stack gap-8" onSubmit={handleSubmit(onSave)} noValidate>
      {children}
      <span className="row gap-8">
        <SmallButton type="submit">Choose</SmallButton>
        <SmallButton variant="quiet" onPress={onCancel}>
          Cancel
        </SmallButton>
      </span>
    </form>
  );
}

function ChooseVendor({ onSave, onCancel }: ChoosingProps<string>) {
  const [value, setValue] = useState(noVendor);
  const [error, setError] = useState<string | null>(null);
  return (
    <Choosing
      onCancel={onCancel}
      onSave={() => {
        const chosen = chosenVendor(value);
        if (value.subject === null || chosen === null) setError('Choose a vendor from the list.');
        else onSave(chosen.subject);
      }}
    >
      <VendorField
        label="Vendor"
        value={value}
        error={error}
        autoFocus
        onChange={(next) => {
          setValue(next);
          if (next.subject !== null) onSave(next.subject);
        }}
      />
    </Choosing>
  );
}

function ChooseKind({
  kind,
  kinds,
  onSave,
  onCancel,
}: ChoosingProps<string> & { kind: string; kinds: string[] }) {
  const [value, setValue] = useState(kind);
  return (
    <Choosing onCancel={onCancel} onSave={() => (value.trim() === '' ? onCancel() : onSave(value.trim()))}>
      <SuggestField
        label="Type"
        value={value}
        onChange={setValue}
        suggestions={kinds}
        maxLength={200}
        autoFocus
      />
    </Choosing>
  );
}

type Days = Required<Pick<FilingChoice, 'signedOn' | 'validUntil'>>;

function ChooseDays({ paper, onSave, onCancel }: ChoosingProps<Days> & { paper: PilePaper }) {
  const [days, setDays] = useState({ signedOn: paper.signedOn ?? '', validUntil: paper.validUntil ?? '' });
  return (
    <Choosing
      onCancel={onCancel}
      onSave={() => onSave({ signedOn: days.signedOn || null, validUntil: days.validUntil || null })}
    >
      {listDays(paper).map(({ name }, index) => (
        <DateField
          key={name}
          label={dayLabels[name]}
          value={days[name]}
          onChange={(day) => setDays({ ...days, [name]: day })}
          autoFocus={index === 0}
        />
      ))}
    </Choosing>
  );
}
