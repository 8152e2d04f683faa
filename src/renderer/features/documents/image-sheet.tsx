import { classesOf } from '../../class-names.ts';
import type { SheetProps, SheetSize } from './sheet.ts';
import styles from './picture.module.css';

const cls = classesOf(styles);

/** A picture of a page, turned within its box. */
export function ImageSheet({
  address,
  turn,
  scale,
  size,
  onShown,
  onFailed,
}: SheetProps & { size: SheetSize | null }) {
  return (
    <img
      src={address}
      alt="The document as it was handed in"
      draggable={false}
      className={cls('image')}
      style={
        size === null || scale === null
          ? {}
          : {
              width: size.width * scale,
              height: size.height * scale,
              transform: `translate(-50%, -50%) rotate(${turn}deg)`,
            }
      }
      onLoad={({ currentTarget: image }) =>
        onShown({ width: image.naturalWidth, height: image.naturalHeight, pages: 1 })
      }
      onError={() => onFailed('It may be damaged, or of a kind that this window cannot draw, such as TIFF.')}
    />
  );
}
