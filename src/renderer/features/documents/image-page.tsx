import { bindClasses } from '../../class-names.ts';
import type { PageSize, Turn } from './page-view.ts';
import styles from './picture.module.css';

const cls = bindClasses(styles);

/** A picture of a page, turned within its box. */
export function ImagePage({
  url,
  turn,
  scale,
  size,
  onFailed,
}: {
  url: string;
  turn: Turn;
  scale: number | null;
  size: PageSize;
  onFailed: (sentence: string) => void;
}) {
  return (
    <img
      src={url}
      alt="The document as submitted"
      draggable={false}
      decoding="sync"
      className={cls('image')}
      style={
        scale === null
          ? {}
          : {
              width: size.width * scale,
              height: size.height * scale,
              transform: `translate(-50%, -50%) rotate(${turn}deg)`,
            }
      }
      onError={() => onFailed('The picture could not be read. It may be damaged.')}
    />
  );
}
