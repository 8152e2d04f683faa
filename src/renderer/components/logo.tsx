import { bindClasses } from '../class-names.ts';
import styles from './logo.module.css';

const cls = bindClasses(styles);

/** The product's mark: a gangway from the quay up to the deck. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg aria-hidden className="block" width={size} height={size} viewBox="0 0 36 36">
      <rect width="36" height="36" rx="8" className={cls('ground')} />
      <path d="M5.5 25.5h8L22.5 13h8" className={cls('way')} />
      <path d="M17.5 23v5M21.3 18.5V28M25.1 17v11" className={cls('posts')} />
    </svg>
  );
}
