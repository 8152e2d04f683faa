import type { LucideIcon } from 'lucide-react';
import { bindClasses } from '../class-names.ts';
import styles from './icon.module.css';

const cls = bindClasses(styles);

interface IconProps {
  of: LucideIcon;
  size?: 12 | 14 | 16 | 20;
  turning?: boolean;
}

/** A decorative Lucide icon, hidden from screen readers. */
export function Icon({ of: Shape, size = 16, turning = false }: IconProps) {
  return (
    <Shape
      aria-hidden
      className={`${cls(turning && 'turning')} fixed block`}
      size={size}
      strokeWidth={size <= 12 ? 2.25 : 1.75}
    />
  );
}
