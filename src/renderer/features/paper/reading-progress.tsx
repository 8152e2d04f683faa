import { bindClasses } from '../../class-names.ts';
import styles from './paper-panel.module.css';

const cls = bindClasses(styles);

/** Which page is being read, and how much of it was. */
export function ReadingProgress({ page, pages, share }: { page: number; pages: number; share: number }) {
  return (
    <div className={`${cls('start')} row-top gap-4`} role="status">
      <p className="medium">{`Reading page ${page}${pages === 1 ? '' : ` of ${pages}`} …`}</p>
      <progress className={`${cls('progress')} whole-width`} aria-label="Read so far" max={1} value={share} />
    </div>
  );
}
