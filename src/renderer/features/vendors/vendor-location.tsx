import { filled, isolated } from '#shared/base/foreign-text.ts';
import type { VendorLocation as Location } from '#shared/service/vendor-profile.ts';
import { bindClasses } from '../../class-names.ts';
import { AsItCame, useStray } from '../../components/as-it-came.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { LongText } from '../../components/long-text.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import styles from './vendor-page.module.css';

const cls = bindClasses(styles);

/** Where the vendor is: the address, and the coordinates on a plain grid. No map is loaded. */
export function VendorLocation({ location }: { location: Location | null | undefined }) {
  const lines = addressLines(location ?? {});
  const { lat, lng } = location ?? {};
  const latCame = useStray(['location', 'lat']);
  return (
    <section className={`${cls('part')} ruled-below`}>
      <h2 id="vendor-location" className={`${cls('heading')} size-13`}>
        Location
      </h2>
      {lat == null && lng == null ? (
        <p className="faint">
          <AsItCame path={['location', 'lat']} />
          <AsItCame path={['location', 'lng']}>{latCame === null ? 'Coordinates not given' : null}</AsItCame>
        </p>
      ) : (
        <>
          <Coordinates lat={lat ?? null} lng={lng ?? null} />
          <AsItCame path={['location', 'lat']} />
          <AsItCame path={['location', 'lng']} />
        </>
      )}
      {lines.length === 0 ? (
        <p className={`${cls('address')} faint above-10`}>
          <AsItCame path={['location']}>Address not given</AsItCame>
        </p>
      ) : (
        <address className={`${cls('address')} above-10`}>
          {lines.map((line, index) => (
            <span key={`${index} ${line}`} className="block">
              <LongText>{line}</LongText>
            </span>
          ))}
        </address>
      )}
    </section>
  );
}

/** A number as the service sent it, with a true minus sign. */
function shown(figure: number | null): string {
  return figure === null ? 'not given' : String(figure).replace('-', '−');
}

function Coordinates({ lat, lng }: { lat: number | null; lng: number | null }) {
  const onEarth = lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return (
    <div className={`${cls('card')} surface clipped card`}>
      {onEarth ? <CoordinateGrid lat={lat} lng={lng} /> : null}
      <p className={`${cls('coordinates')} row wrap gap-2 small`}>
        <span className={`${cls('figures')} grows figures unbroken`}>{`${shown(lat)}, ${shown(lng)}`}</span>
        {onEarth ? (
          <>
            <CopyButton text={`${lat}, ${lng}`} what="the coordinates" word="Copy" />
            <OutsideLink url={mapAddress(lat, lng)}>Open in maps</OutsideLink>
          </>
        ) : (
          <span className="faint">Not a place on a map</span>
        )}
      </p>
    </div>
  );
}

function joined(parts: readonly (string | null | undefined)[], by: string): string {
  return parts
    .map(filled)
    .filter((part) => part !== null)
    .map(isolated)
    .join(by);
}

/** The address as written on an envelope: building, street, place. Lines without content are left out. */
function addressLines(location: Location): string[] {
  const { building, street, streetAddressLine2, cityName, stateCode, postalCode } = location;
  return [
    joined([building], ''),
    joined([street, streetAddressLine2], ', '),
    joined([cityName, joined([stateCode, postalCode], ' ')], ', '),
  ].filter((line) => line !== '');
}

/** The address of a map that shows a point, opened outside the app when a person asks for it. */
function mapAddress(lat: number, lng: number): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`;
}

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
function CoordinateGrid({ lat, lng }: { lat: number; lng: number }) {
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
