import { bindClasses } from '../../class-names.ts';
import styles from './coordinate-grid.module.css';

const cls = bindClasses(styles);

const width = 330;
const height = 128;
/** Degrees between two lines of the grid. */
const step = 0.01;
/** Pixels between two lines of the grid; a degree of longitude is the shorter one on the ground, but has the longer label. */
const gap = { meridians: 64, parallels: 32 };

interface Line {
  degrees: number;
  at: number;
}

/** The lines of whole hundredths of a degree around a coordinate, with their distance in pixels from the middle. */
function linesAround(degrees: number, half: number, between: number): Line[] {
  const nearest = Math.round(degrees / step);
  const reach = Math.ceil(half / between) + 1;
  return Array.from({ length: 2 * reach + 1 }, (_unused, index) => {
    const line = (nearest - reach + index) * step;
    return { degrees: line, at: ((line - degrees) / step) * between };
  }).filter((line) => Math.abs(line.at) < half);
}

function label(degrees: number): string {
  return degrees.toFixed(2).replace('-', '−');
}

/** A point on a plain grid of degrees, so that coordinates can be judged without asking any map service. */
export function CoordinateGrid({ lat, lng }: { lat: number; lng: number }) {
  const middle = { x: width / 2, y: height / 2 };
  const meridians = linesAround(lng, width / 2, gap.meridians);
  const parallels = linesAround(lat, height / 2, gap.parallels);
  const named = meridians.filter((line) => Math.abs(line.at) < 84);
  return (
    <svg
      className={`${cls('grid')} whole-width block`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`A point at ${lat}, ${lng} on a grid of hundredths of a degree`}
    >
      {meridians.map((line) => (
        <line
          key={line.degrees}
          className={cls('line')}
          x1={middle.x + line.at}
          x2={middle.x + line.at}
          y1={0}
          y2={height}
        />
      ))}
      {parallels.map((line) => (
        <line
          key={line.degrees}
          className={cls('line')}
          x1={0}
          x2={width}
          y1={middle.y - line.at}
          y2={middle.y - line.at}
        />
      ))}
      {parallels
        .filter((line) => Math.abs(line.at) < height / 2 - 10)
        .map((line) => (
          <text
            key={line.degrees}
            className={`${cls('label')} figures size-11`}
            x={8}
            y={middle.y - line.at + 4}
          >
            {label(line.degrees)}
          </text>
        ))}
      {named.map((line) => (
        <text
          key={line.degrees}
          className={`${cls('label', 'centered')} figures size-11`}
          x={middle.x + line.at}
          y={height - 8}
        >
          {label(line.degrees)}
        </text>
      ))}
      <circle className={cls('halo')} cx={middle.x} cy={middle.y} r={22} />
      <path className={cls('cross')} d={`M${middle.x - 30} ${middle.y}h60M${middle.x} ${middle.y - 30}v60`} />
      <circle className={cls('point')} cx={middle.x} cy={middle.y} r={5} />
    </svg>
  );
}
