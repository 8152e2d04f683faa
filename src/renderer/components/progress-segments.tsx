import { bindClasses } from '../class-names.ts';
import styles from './progress-segments.module.css';

const cls = bindClasses(styles);

export interface Segment {
  id: string;
  label: string;
  count: number;
  tone: 'pos' | 'prog' | 'cau' | 'neg' | 'neu' | 'rest';
}

interface ProgressSegmentsProps {
  segments: readonly Segment[];
  withKey?: boolean;
}

/** A bar of segments, with a key that has the counts. */
export function ProgressSegments({ segments, withKey = true }: ProgressSegmentsProps) {
  const shown = segments.filter((segment) => segment.count > 0);
  return (
    <div>
      <div aria-hidden className={`${cls('bar')} gap-2 flex`}>
        {shown.map((segment) => (
          <span
            key={segment.id}
            className={`${cls('part')} round-2`}
            data-tone={segment.tone}
            style={{ flexGrow: segment.count }}
          />
        ))}
      </div>
      {withKey ? (
        <ul className={`${cls('key')} above-8 quiet-note flow figures`}>
          {segments.map((segment) => (
            <li key={segment.id} className="row gap-6">
              <span aria-hidden className={`${cls('swatch')} round-2`} data-tone={segment.tone} />
              <strong>{segment.count}</strong> {segment.label}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
