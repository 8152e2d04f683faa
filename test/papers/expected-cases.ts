import type { PageDefect } from '#shared/ocr/judge-page.ts';
import { compareWithTruth, type PageTruth } from './page-truth.ts';
import type { PaperReading } from './paper-browser.ts';

/** What a paper of test/papers/cases has to come to. */
export interface ExpectedCase {
  file: string;
  /** What has to be read. */
  reads: PageTruth;
  /** What else the page shows: right where it is read. */
  shows?: PageTruth;
  note?: 'blank' | 'social_security_number';
  /** What no value may contain. */
  never?: readonly string[];
  defects?: readonly (PageDefect | 'upside_down' | 'sideways')[];
  notDefects?: readonly PageDefect[];
  /** Whether it is well enough to be kept as it is. */
  isGood?: boolean;
}

const texan = {
  reads: {
    licenseNumber: ['TACLA28814C'],
    effectiveDate: ['2025-02-15'],
    expiryDate: ['2027-02-14'],
  },
  shows: {
    licenseeName: ['BLUEBONNET AIR LLC'],
    licenseTradeType: ['Air Conditioning and Refrigeration Contractor'],
    qualifiedParty: ['Harlan Pruitt'],
    state: ['TX'],
  },
} as const;
const glazier = {
  reads: { licenseNumber: ['MERIDGD881KD'], licenseeName: ['Meridian Glass and Door LLC'] },
  shows: {
    licenseTradeType: ['Specialty Glazing', 'CONSTRUCTION CONTRACTOR'],
    effectiveDate: ['2019-06-09'],
    expiryDate: ['2027-03-31'],
    state: ['WA'],
  },
} as const;
const floridian = {
  reads: { licenseNumber: ['CGC1538206'], expiryDate: ['2028-08-31'] },
  shows: {
    licenseeName: ['GULFSTREAM BUILDERS GROUP INC'],
    qualifiedParty: ['OYELARAN, TEMITOPE JAMES'],
    licenseTradeType: ['GENERAL CONTRACTOR'],
    licenseeAddress: [
      '2218 MANGROVE BAY DR',
      '2218 MANGROVE BAY DR, SARASOTA FL 34236',
      '2218 MANGROVE BAY DR SARASOTA FL 34236',
    ],
    effectiveDate: ['2026-07-19'],
    state: ['FL'],
  },
} as const;
const bluebonnet = {
  insurers: ['Continental Prairie Ins Co, Old Republic Casualty, Texas Mutual Ins Co'],
} as const;
const bluebonnetToo = {
  insured: ['Bluebonnet Air LLC'],
  policyNumbers: ['GLP-0047731-06, BAP 8813204, UMB-0047732-06, WC5-31S-389912-026'],
  effectiveDate: ['2026-04-15'],
  expiryDate: ['2026-07-01'],
  eachOccurrence: ['$1,000,000'],
  generalAggregate: ['$2,000,000'],
  certificateHolder: ['Meridian Property Group'],
} as const;
const cornerBarn = {
  nameOfEntityIndividual: ['Corner Barn Interiors LLC'],
  addressStreet: ['41 Harney Burnham Ln'],
  addressCityStateZip: ['Barnard, VT 05031'],
  employerIdentificationNumber: ['47-2910385'],
} as const;
const fence = {
  licenseNumber: ['0923764'],
  expiryDate: ['2027-03-31'],
} as const;

export const expectedCases: readonly ExpectedCase[] = [
  {
    file: '01-nevada-licensee-in-a-sentence.pdf',
    reads: { state: ['NV'], licenseNumber: ['0084417'], expiryDate: ['2026-09-30'] },
    shows: {
      licenseeName: ['SILVER SAGE ELECTRIC LLC'],
      licenseeAddress: [
        '2200 S RANCHO DR STE 110',
        '2200 S RANCHO DR STE 110, LAS VEGAS NV 89102',
        '2200 S RANCHO DR STE 110 LAS VEGAS NV 89102',
      ],
      licenseTradeType: ['C-2 ELECTRICAL', 'C-2'],
      qualifiedParty: ['Priya Natarajan'],
    },
    never: ['licensed'],
  },
  {
    file: '02-florida-contractor-in-a-sentence.pdf',
    reads: { licenseNumber: ['CGC1529944'], expiryDate: ['2026-08-31'] },
    shows: {
      licenseeName: ['GULFSIDE BUILDERS INC'],
      qualifiedParty: ['ORTEGA, LUIS MANUEL'],
      licenseTradeType: ['GENERAL CONTRACTOR'],
      licenseeAddress: [
        '4120 BAYSHORE BLVD',
        '4120 BAYSHORE BLVD, TAMPA FL 33611',
        '4120 BAYSHORE BLVD TAMPA FL 33611',
      ],
      state: ['FL'],
    },
  },
  {
    file: '03-washington-registration-number.pdf',
    reads: {
      licenseNumber: ['CASCAER842N7'],
      licenseeName: ['Cascade Electric & Roofing'],
      expiryDate: ['2027-11-03'],
    },
    shows: { effectiveDate: ['2019-11-04'], state: ['WA'] },
  },
  {
    file: '04-w9-sideways-text.pdf',
    reads: {
      nameOfEntityIndividual: ['Steve Jobs'],
      addressStreet: ['7911 Jones Street'],
      addressCityStateZip: ['Mclean VA 20102', 'Mclean, VA 20102'],
    },
    shows: { employerIdentificationNumber: ['85-3067194'] },
    never: ['Specific Instructions', 'Print or type'],
  },
  ...['05-w9-2024-blank.pdf', 'fw9-2013.pdf', 'fw9-2024.pdf'].map((file): ExpectedCase => ({
    file,
    reads: {},
    note: 'blank',
  })),
  {
    file: '06-landscape-by-rotate.pdf',
    reads: { ...fence, licenseeName: ['Red Mesa Fencing LLC'] },
  },
  {
    file: '12-coi-overlapping-columns.pdf',
    reads: {
      policyNumbers: ['CGL-7845291'],
      insured: ['Sunrise Property Services LLC'],
      effectiveDate: ['2026-01-01'],
      expiryDate: ['2027-01-01'],
      eachOccurrence: ['$1,000,000'],
      generalAggregate: ['$2,000,000'],
    },
    shows: {
      insurers: ['Hartford Fire Insurance Company', 'Hartford Fire Insurance Company (AM Best Rating: A+)'],
      certificateHolder: ['Oakwood Property Management LLC'],
    },
  },
  {
    file: '13b-cert-two-digit-years.pdf',
    reads: { effectiveDate: ['2026-04-15'], expiryDate: ['2026-07-01'] },
    shows: {
      insured: ['Bluebonnet Air LLC'],
      insurers: ['Continental Prairie Ins Co, Old Republic Casualty'],
      policyNumbers: ['GLP-0047731, BAP8813204'],
      certificateHolder: ['Meridian Property Group'],
    },
  },
  {
    file: '15-heading-contractor-license.pdf',
    reads: fence,
    shows: { licenseeName: ['RED MESA FENCING LLC'] },
    never: ['License'],
  },
  { file: '20-colormap-of-8-bits.tif', ...glazier, notDefects: ['dark'], isGood: true },
  {
    file: '23-acord-insurers-incomplete.jpg',
    reads: bluebonnet,
    // A signature covers the days of one policy.
    shows: bluebonnetToo,
  },
  { file: '26-license-on-wooden-table.jpg', ...texan, isGood: true },
  { file: '27-centred-page-called-tilted.jpg', ...texan, notDefects: ['skewed'], isGood: true },
  {
    file: '29-acord-200dpi.jpg',
    reads: {
      ...bluebonnet,
      policyNumbers: bluebonnetToo.policyNumbers,
      expiryDate: bluebonnetToo.expiryDate,
    },
    shows: bluebonnetToo,
    isGood: true,
  },
  { file: '30-upside-down.jpg', ...glazier, defects: ['upside_down'] },
  { file: '51-florida-dbpr-sentence.jpg', ...floridian, notDefects: ['skewed'], isGood: true },
  {
    file: '53-oregon-contractor-endorsement.jpg',
    reads: {
      licenseNumber: ['231846'],
      expiryDate: ['2027-11-07'],
      licenseeName: ['WILLAMETTE FRAMEWORKS LLC'],
    },
    shows: {
      licenseTradeType: ['RESIDENTIAL GENERAL CONTRACTOR (RGC)', 'RESIDENTIAL GENERAL CONTRACTOR'],
      qualifiedParty: ['HANNAH J LINDQVIST'],
      licenseeAddress: ['PO BOX 5519', 'PO BOX 5519, EUGENE OR 97405', 'PO BOX 5519 EUGENE OR 97405'],
      state: ['OR'],
    },
  },
  {
    file: '55-washington-seven-letters.jpg',
    reads: { licenseNumber: ['CASCARR814KD'], expiryDate: ['2027-03-02'] },
    shows: {
      licenseeName: ['CASCADE RIDGE ROOFING & SIDING'],
      licenseTradeType: ['ROOFING', 'Construction Contractor'],
      effectiveDate: ['2025-03-02'],
      licenseeAddress: ['1807 Alder St NE', '1807 Alder St NE, Olympia WA 98506'],
      state: ['WA'],
    },
    isGood: true,
  },
  {
    file: '57-w9-2024-flat-business-name.pdf',
    reads: cornerBarn,
    shows: { dateSigned: ['2026-10-02'], federalTaxClassification: ['LLC', 'LLC (S)'] },
  },
  {
    file: '58-w9-2018-form-rn-as-m.pdf',
    reads: cornerBarn,
    shows: { federalTaxClassification: ['LLC', 'LLC (S)', 'Limited liability company'] },
    isGood: true,
  },
  {
    file: '60-w9-ssn-not-seen.pdf',
    reads: {
      nameOfEntityIndividual: ['Milo Tarragon'],
      addressStreet: ['7 Elm St'],
      addressCityStateZip: ['Dover, DE 19901'],
    },
    shows: {
      federalTaxClassification: [
        'Individual/sole proprietor',
        'Individual/sole proprietor or single-member LLC',
      ],
    },
    note: 'social_security_number',
    never: ['900', '3456'],
    isGood: true,
  },
  { file: '65-scan-below-half-page-hidden-text.pdf', ...floridian, never: ['CGC9999999', '2099'] },
  { file: '66-sideways.jpg', ...floridian, defects: ['sideways'] },
  { file: '69-heic.heic', ...floridian, isGood: true },
  {
    file: '71-text-without-unicode.pdf',
    reads: {
      licenseNumber: ['231846'],
      licenseeName: ['Willamette Frameworks LLC'],
      effectiveDate: ['2025-11-08'],
      expiryDate: ['2027-11-07'],
    },
    shows: { state: ['OR'] },
  },
];

export interface JudgedCase {
  /** Each sentence says what is not as it has to be. */
  faults: string[];
  fields: number;
  wrongAndSure: number;
}

/** Checks what was read of a case against what it has to come to. */
export function judgeCase(expected: ExpectedCase, reading: PaperReading): JudgedCase {
  const { reads, shows = {}, note = null, never = [], defects = [], notDefects = [], isGood } = expected;
  if (reading.kind === 'refused') {
    return { faults: [`refused: ${reading.sentence}`], fields: 0, wrongAndSure: 0 };
  }
  const { wrong } = compareWithTruth(reading.fields, { ...shows, ...reads });
  const { missing } = compareWithTruth(reading.fields, reads);
  const found = new Set(reading.quality?.defects.map(({ defect }) => defect));
  const sure = wrong.filter((one) => one.sure);
  const faults = [
    ...wrong
      .filter(({ field, sure: isSure }) => isSure || field in reads)
      .map((one) => `${one.sure ? 'wrong and sure' : 'wrong'}, ${one.field}: ${one.value}`),
    ...missing.map((field) => `missing: ${field}`),
    ...never.flatMap((text) =>
      reading.fields.filter(({ value }) => value.includes(text)).map(({ field }) => `${field} has ${text}`),
    ),
    ...(note === reading.note ? [] : [`noted as ${String(reading.note)}, not ${String(note)}`]),
    ...defects.filter((one) => !found.has(one)).map((one) => `not said: ${one}`),
    ...notDefects.filter((one) => found.has(one)).map((one) => `said: ${one}`),
    ...(isGood === true && reading.quality?.isToRetake === true ? ['to be taken again'] : []),
  ];
  return { faults, fields: reading.fields.length, wrongAndSure: sure.length };
}
