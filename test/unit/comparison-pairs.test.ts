import { describe, expect, it } from 'vitest';
import { compareTexts, type TextKind, type Verdict } from '#shared/comparison/compare.ts';

type Pair = [submitted: string | null, found: string | null, verdict: Verdict];

const same = 'same';
const otherwise = 'same_written_differently';
const differs = 'differs';
const unclear = 'cannot_compare';

const pairs: Record<TextKind, Pair[]> = {
  name: [
    ['Brightwater Plumbing & Drain LLC', 'Brightwater Plumbing & Drain LLC', same],
    ['Brightwater  Plumbing & Drain LLC ', ' Brightwater Plumbing & Drain LLC', same],
    ['Brightwater Plumbing & Drain LLC', 'BRIGHTWATER PLUMBING AND DRAIN, L.L.C.', otherwise],
    ['Brightwater Plumbing & Drain LLC', 'Brightwater Plumbing & Drain, Inc.', differs],
    ['Brightwater Plumbing & Drain LLC', 'Brightwater Plumbing & Drain', differs],
    ['Brightwater Plumbing & Drain LLC', 'Bright Water Plumbing & Drain L. L. C.', otherwise],
    ['Kestrel Roofing Co.', 'Kestrel Roofing Company', otherwise],
    ['Kestrel Roofing Co.', 'Kestrel Roofing Corp.', differs],
    ['Meridian Glass Limited Liability Company', 'Meridian Glass LLC', otherwise],
    ['Larkspur Janitorial, Incorporated', 'Larkspur Janitorial Inc', otherwise],
    ['The Copperline Elevator Company', 'Copperline Elevator Co', otherwise],
    ['The Theatre Co', 'The Theater Co', differs],
    ['Alder + Pine Landscaping', 'Alder and Pine Landscaping', otherwise],
    ['Smith-Jones Electric', 'Smith Jones Electric', otherwise],
    ['Smith Electric', 'Smyth Electric', differs],
    ['J.R. Hauling', 'J R Hauling', otherwise],
    ['Joe’s Locksmith', "Joe's Locksmith", otherwise],
    ['Joes Locksmith', "Joe's Locksmith", otherwise],
    ['A B C Painting', 'ABC Painting', otherwise],
    ['Northgate d/b/a Bright Spark', 'Northgate DBA Bright Spark', otherwise],
    ['Tidewater HVAC Services', 'Tidewater HVAC Service', differs],
    ['Quayside Painting 2', 'Quayside Painting 3', differs],
    ['Rosa M. Delgado', 'Rosa M Delgado', otherwise],
    ['Rosa M. Delgado', 'Rosa Delgado', differs],
    ['Rosa M. Delgado', 'Rosa Elena Vidal Delgado', differs],
    ['Rosa M. Delgado', 'DELGADO, ROSA M', otherwise],
    ['Rosa Delgado', 'Delgado, Rosa M', differs],
    ['Thomas Okafor Jr.', 'Okafor, Thomas, Junior', differs],
    ['Thomas Okafor Jr.', 'Okafor, Thomas Jr', otherwise],
    ['Thomas Okafor Jr.', 'Thomas Okafor Sr.', differs],
    ['José Núñez', 'Jose Nunez', otherwise],
    ['Jos\u00e9 N\u00fa\u00f1ez', 'Jose\u0301 Nu\u0301n\u0303ez', same],
    ['Søren Müller', 'Soren Muller', otherwise],
    ['Mary Ann Lee', 'Maryann Lee', otherwise],
    ['O’Brien Masonry', 'OBrien Masonry', otherwise],
    ['2 Brothers Paving', 'Two Brothers Paving', differs],
    ['DELGADO ROSA', 'Rosa Delgado', differs],
    ['Rosa Delgado', 'Rosa Vidal', differs],
  ],
  address: [
    [
      '2210 Embarcadero West, Suite 4, Oakland, CA 94607',
      '2210 Embarcadero W Ste 4, Oakland CA 94607',
      otherwise,
    ],
    ['2210 Embarcadero West, Suite 4', '2210 EMBARCADERO W #4', otherwise],
    ['2210 Embarcadero West, Unit 4', '2210 Embarcadero W, No. 4', otherwise],
    ['2210 Embarcadero West, Suite 4', '2210 Embarcadero West, Suite 5', differs],
    ['2210 Embarcadero West', '2201 Embarcadero West', differs],
    ['2210 Embarcadero West', '2210 Embarcadero East', differs],
    ['14 St. James Street', '14 Saint James St', otherwise],
    ['900 Martin Luther King Jr. Boulevard', '900 Martin Luther King Jr Blvd.', otherwise],
    ['77 Fifth Avenue, 2nd Floor', '77 5th Ave Fl 2', otherwise],
    ['77 Fifth Avenue, 2nd Floor', '77 5th Ave Fl 3', differs],
    ['One Harbor Way', '1 Harbor Way', otherwise],
    ['1100 Northwest Highway', '1100 N.W. Hwy', otherwise],
    ['1100 Northwest Highway', '1100 Southwest Highway', differs],
    ['12 3rd St', '123 Rd St', differs],
    ['Post Office Box 12', 'P.O. Box 12', otherwise],
    ['P.O. Box 12', 'PO BOX 12', otherwise],
    ['400 Grand Ave, Miami, Florida 33101', '400 Grand Avenue, Miami FL 33101-0042', otherwise],
    ['400 Grand Ave, Miami, FL 33101-0042', '400 Grand Ave, Miami, FL 33101-0043', differs],
    ['Oakland, CA 94601', 'Oakland, CA 94607', differs],
    ['Oakland, California 94607, USA', 'Oakland CA 94607', otherwise],
    ['New York, New York 10001', 'New York, NY 10001', otherwise],
    ['50 West Virginia Ave', '50 W Virginia Ave', otherwise],
    ['88 El Camino Real Apt 4 B', '88 El Camino Real Apt 4B', otherwise],
    ['88 El Camino Real', '88 El Camino Real, Apt 4B', differs],
    ['12 Oak Street', '12 Oak Avenue', differs],
    ['Suite 4, 100 Main St', '100 Main St, Suite 4', otherwise],
    ['Ste 4, 100 Main St, Oakland, CA 94607', '100 Main Street #4, Oakland CA 94607', otherwise],
    ['Suite 4 B, 100 Main St, Oakland', '100 Main St, Suite 4B, Oakland', otherwise],
    ['2nd Floor, 77 Fifth Avenue', '77 5th Ave Fl 2', otherwise],
    ['Suite 4, 100 Main St', '100 Main St, Suite 5', differs],
    ['Suite 4, 100 Main St', '4 Main St, Suite 100', differs],
    ['Suite 4, 100 Main St', '100 Main St', differs],
    ['Suite 4, 100 Main St', 'Suite 100, 4 Main St', differs],
    ['4100 Main St', 'Suite 4, 100 Main St', differs],
    ['Unit 7, 100 Main St, Oakland', '100 Main St, Oakland, Unit 7', otherwise],
    ['4410 CR 12', '4410 County Road 12', otherwise],
    ['4410 C.R. 12', '4410 County Rd 12', otherwise],
    ['4410 CR 12', '4410 County Road 21', differs],
    ['4410 CR 12', '4410 Rd 12', differs],
    ['12 County Road', '12 County Rd.', otherwise],
    ['900 Concord Tpke', '900 Concord Turnpike', otherwise],
    ['900 Concord Tpke', '900 Concord Pike', differs],
  ],
  date: [
    ['2027-03-31', '2027-03-31', same],
    ['2027-03-31', '03/31/2027', same],
    ['2027-03-31', 'Mar 31, 2027', same],
    ['2027-03-31T00:00:00Z', '31 March 2027', same],
    ['2027-03-31', '2026-06-30', differs],
    ['2027-03-31', '2027-03-30T23:00:00-08:00', differs],
    ['upon renewal', 'upon renewal', same],
    ['upon renewal', 'Upon Renewal', otherwise],
    ['upon renewal', 'on demand', unclear],
    ['2027-03-31', 'never', unclear],
    ['13/05/2027', '05/13/2027', same],
    ['2027-03-31', '03/31/27', same],
    ['2027-03-31', '3/31/27', same],
    ['2027-03-31', '3-31-27', same],
    ['2027-03-31', '31/03/27', same],
    ['2027-03-31', '31-MAR-27', same],
    ['2027-03-31', '31MAR2027', same],
    ['2027-03-31', '31 Mar ’27', same],
    ['2027-03-31', 'Mar. 31, 27', same],
    ['2027-03-31', 'March-31-2027', same],
    ['2027-03-31', '2027-MAR-31', same],
    ['2027-03-31', '3.31.2027', same],
    ['2027-03-31', '31.03.2027', same],
    ['2027-03-31', '31. 3. 2027', same],
    ['2027-03-31', '31.3.27', same],
    ['2027-03-31', '2027.03.31', same],
    ['2027-03-31', '03/31/27 12:00 AM', same],
    ['2027-04-03', '03.04.2027', unclear],
    ['2027-03-04', '03.04.2027', unclear],
    ['03/31/27', '31.03.2027', same],
    ['03/31/27', '3/31/27', same],
    ['2027-04-03', '03/04/27', unclear],
    ['2027-04-03', '03/04/2027', unclear],
    ['2027-03-31', '03/30/27', differs],
    ['2027-03-31', '31-MAY-27', differs],
    ['2027-03-31', '03/31/28', differs],
    ['2027-03-31', '31.12.2027', differs],
    ['2027-03-31', '03/2027', unclear],
    ['2027-03-31', '02/30/27', unclear],
    ['2027-03-31', '03/31/27 or on renewal', unclear],
    ['03.04.2027', '04.03.2027', unclear],
    ['03/31/27', '03/30/27', differs],
  ],
  licenseNumber: [
    ['1048827', '1048827', same],
    ['C36-1048827', 'c36 1048827', otherwise],
    ['1048827', '104-8827', otherwise],
    ['Lic. #1048827', '1048827', otherwise],
    ['No. 1048827', '1048827', otherwise],
    ['0048827', '48827', differs],
    ['1048827', '1048872', differs],
    ['1048827', '1048827A', differs],
    ['NO1234', '1234', differs],
  ],
  url: [
    ['https://www.licenses.board.example.com/check/', 'licenses.board.example.com/check', otherwise],
    ['http://Licenses.Board.example.com', 'https://licenses.board.example.com/', otherwise],
    ['licenses.board.example.com/check', 'licenses.board.example.com/checks', differs],
    ['licenses.board.example.com/a-b', 'licenses.board.example.com/a.b', differs],
    ['board.example.com/?id=1', 'board.example.com/?id=2', differs],
    ['board.example.com', 'board.example.org', differs],
  ],
  state: [
    ['CA', 'CA', same],
    ['CA', 'California', otherwise],
    ['ca', 'CA', otherwise],
    ['US-CA', 'CA', otherwise],
    ['State of Nevada', 'NV', otherwise],
    ['CA', 'CO', differs],
    ['Virginia', 'West Virginia', differs],
    ['D.C.', 'District of Columbia', otherwise],
  ],
  zip: [
    ['94607', '94607', same],
    ['94607', '94607-1234', otherwise],
    ['946071234', '94607-1234', otherwise],
    ['94607-1234', '94607-1235', differs],
    ['94607', '94601', differs],
    ['02139', '2139', differs],
  ],
  place: [
    ['Alameda', 'Alameda County', otherwise],
    ['ALAMEDA COUNTY', 'County of Alameda', otherwise],
    ['Oakland', 'City of Oakland', otherwise],
    ['Saint Louis', 'St. Louis', otherwise],
    ['Kansas City', 'Kansas', differs],
    ['Alameda', 'Contra Costa', differs],
  ],
  plain: [
    ['C-36 Plumbing', 'C-36 Plumbing', same],
    ['C-36 Plumbing', 'C36 – PLUMBING', otherwise],
    ['C-36 Plumbing', 'C-38 Plumbing', differs],
    ['Heating & Air', 'Heating and air', otherwise],
    ['Class A', 'Class A+', differs],
    ['—', '?', differs],
    ['Plumbing', '?', differs],
    [null, null, 'neither'],
    ['', '   ', 'neither'],
    ['Plumbing', null, 'only_submitted'],
    [' ', 'Plumbing', 'only_found'],
  ],
};

const opposite = (verdict: Verdict): Verdict =>
  verdict === 'only_found' ? 'only_submitted' : verdict === 'only_submitted' ? 'only_found' : verdict;

describe.each(Object.entries(pairs))('two texts of the kind %s', (kind, table) => {
  it.each(table)('%j beside %j: %s', (submitted, found, verdict) => {
    expect(compareTexts(submitted, found, asKind(kind)).verdict).toBe(verdict);
  });

  it.each(table)('%j beside %j is judged alike from either side', (submitted, found, verdict) => {
    expect(compareTexts(found, submitted, asKind(kind)).verdict).toBe(opposite(verdict));
  });
});

describe('names that are nearly the same', () => {
  const nearly = (submitted: string, found: string) => compareTexts(submitted, found, 'name').nearly;

  it.each([
    ['2 Brothers Paving', 'Two Brothers Paving'],
    ['1st Choice Electric', 'First Choice Electric'],
    ['DELGADO ROSA', 'Rosa Delgado'],
    ['Delgado Rosa M', 'Rosa M. Delgado'],
  ])('%s beside %s', (submitted, found) => {
    expect(nearly(submitted, found)).toBe(true);
    expect(nearly(found, submitted)).toBe(true);
  });

  it.each([
    ['2 Brothers Paving', 'Three Brothers Paving'],
    ['2 Brothers Paving', '3 Brothers Paving'],
    ['Brightwater Plumbing LLC', 'Brightwater Plumbing, Inc.'],
    ['DELGADO ROSA', 'Rosa M. Delgado'],
    ['Smith Electric', 'Smyth Electric'],
    ['Rosa Delgado', 'Rosa Delgado'],
    ['Rosa Delgado', 'ROSA DELGADO'],
    ['Delgado', 'Rosa Delgado'],
  ])('%s beside %s is not one of them', (submitted, found) => {
    expect(nearly(submitted, found)).toBe(false);
    expect(nearly(found, submitted)).toBe(false);
  });
});

function asKind(name: string): TextKind {
  switch (name) {
    case 'name':
    case 'address':
    case 'date':
    case 'licenseNumber':
    case 'url':
    case 'state':
    case 'zip':
    case 'place':
    case 'plain':
      return name;
    default:
      throw new Error(`No kind of text is called ${name}.`);
  }
}

describe('texts that are longer than any detail', () => {
  const long = 'Brightwater Plumbing & Drain LLC, '.repeat(30);

  it.each<TextKind>(['name', 'address', 'licenseNumber', 'url', 'state', 'zip', 'place', 'plain'])(
    'differ as a whole unless they are identical, as a %s',
    (kind) => {
      expect(compareTexts(`${long}1`, `${long}1`, kind).verdict).toBe('same');
      const compared = compareTexts(`${long}1`, `${long.toUpperCase()}1`, kind);
      expect(compared.verdict).toBe('differs');
      expect(compared.found.segments).toEqual([{ text: `${long.toUpperCase()}1`, differs: true }]);
      // Not by what both begin with, however long that is.
      expect(compareTexts(`${long}1`, `${long}2`, kind)).toMatchObject({ verdict: 'differs', nearly: false });
    },
  );

  it('are compared where both are just short enough', () => {
    const most = long.slice(0, 500);
    expect(compareTexts(most, most.toUpperCase(), 'name').verdict).toBe(otherwise);
    expect(compareTexts(`${most}x`, `${most}x`.toUpperCase(), 'name').verdict).toBe(differs);
  });

  it('cannot be compared as dates', () => {
    expect(compareTexts(`2027-03-31 ${long}`, `2027-03-31 ${long}!`, 'date').verdict).toBe(unclear);
    expect(compareTexts(`2027-03-31 ${long}`, '2027-03-31', 'date').verdict).toBe(unclear);
    expect(compareTexts(`2027-03-31 ${long}`, `2027-03-31 ${long}`, 'date').verdict).toBe(same);
  });
});
