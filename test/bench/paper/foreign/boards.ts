import type { DayStyle } from './draw.ts';
import { firstBoards } from './first-boards.ts';

/** What a license can show, as placeholders of layouts. */
export type Shown = 'number' | 'name' | 'trade' | 'qualifier' | 'issued' | 'expires' | 'address';

/** A board and how it prints its licenses: its own words, patterns and sentences. */
export interface Board {
  id: string;
  state: string;
  heading: readonly string[];
  /** Patterns of its numbers (9 a digit, @ a letter). */
  numbers: readonly string[];
  /** Further spellings of a number that are right, as patterns of what may be left out. */
  optionalPrefix?: RegExp;
  days: readonly DayStyle[];
  trades: readonly (readonly string[])[];
  labels: Readonly<Partial<Record<Shown, readonly string[]>>>;
  /** A certificate, line by line: `#` is a heading, `=` large, `-` small print; a blank line is a space. */
  certificate: readonly string[];
  /** Small print around the fields, some of it with days and numbers that are not the license's. */
  notes: readonly string[];
}

/** Oregon, New York, Colorado, Georgia and a city, beside those of the other file. */
export const boards: readonly Board[] = [
  ...firstBoards,
  {
    id: 'or',
    state: 'OR',
    heading: ['STATE OF OREGON', 'CONSTRUCTION CONTRACTORS BOARD', 'LICENSE CERTIFICATE'],
    numbers: ['299999', '199999'],
    days: ['figures', 'short'],
    trades: [
      ['Residential General Contractor', 'Residential General Contractor (RGC)', 'RGC'],
      ['Commercial Specialty Contractor Level 2', 'CSC2'],
    ],
    labels: {
      number: ['LICENSE NUMBER', 'CCB License #'],
      name: ['Business Name', 'Licensee'],
      trade: ['Endorsement', 'License Type'],
      qualifier: ['RMI', 'Responsible Managing Individual'],
      issued: ['Date Issued', 'Effective'],
      expires: ['EXPIRATION DATE', 'Expires'],
      address: ['Address'],
    },
    certificate: [
      '# STATE OF OREGON',
      '# CONSTRUCTION CONTRACTORS BOARD',
      'LICENSE CERTIFICATE',
      '- This document certifies that:',
      '= {name}',
      '{street}',
      '{city}',
      '- is licensed in accordance with Oregon Law as a',
      '{trade}',
      'License Number: {number}',
      'Expiration Date: {expires}',
      '- 201 High St SE, Suite 600, Salem OR 97301',
    ],
    notes: [
      'Entity type: Limited Liability Company',
      'Insurance expires 09/30/2026; bond expires: until canceled.',
      'PO Box 14140, Salem OR 97309',
    ],
  },
  {
    id: 'nyc',
    state: 'NY',
    heading: ['THE CITY OF NEW YORK', 'DEPARTMENT OF CONSUMER AND WORKER PROTECTION', 'LICENSE'],
    numbers: ['2099999-DCA', '1999999-DCA'],
    optionalPrefix: /-DCA$/,
    days: ['figures', 'abbreviated'],
    trades: [['HOME IMPROVEMENT CONTRACTOR', 'Home Improvement Contractor']],
    labels: {
      number: ['License Number', 'DCWP License No.'],
      name: ['Business Name', 'Legal Name'],
      trade: ['License Category', 'Industry'],
      issued: ['Issue Date'],
      expires: ['Expiration Date', 'License Expiration'],
      address: ['Premises Address'],
    },
    certificate: [
      '# The City of New York',
      '# Department of Consumer and Worker Protection',
      'LICENSE',
      '- Pursuant to Title 20 of the Administrative Code of the City of New York,',
      '- this license is hereby granted to',
      '= {name}',
      '{street}',
      '{city}',
      '- to carry on the business of',
      '{trade}',
      'License No. {number}',
      'Expiration Date: {expires}',
      '- Complaints: 42 Broadway, New York, NY 10004 or dial 311. Post where the public can see it.',
    ],
    notes: ['42 Broadway, New York, NY 10004', 'Receipt No. 10884127 of 02/11/2025'],
  },
  {
    id: 'co',
    state: 'CO',
    heading: [
      'Colorado Department of Regulatory Agencies',
      'Division of Professions and Occupations',
      'Electrical Board License',
    ],
    numbers: ['EC.0109999', 'EC.0009999', 'PC.0003999'],
    days: ['figures'],
    trades: [['Electrical Contractor'], ['Plumbing Contractor']],
    labels: {
      number: ['License Number', 'Credential Number'],
      name: ['Licensee', 'Name'],
      trade: ['License Type'],
      issued: ['Issue Date', 'Original Issue Date'],
      expires: ['Expires', 'Expiration Date'],
    },
    certificate: [
      '# STATE OF COLORADO',
      '# Department of Regulatory Agencies',
      'Division of Professions and Occupations',
      '= {name}',
      '{trade}',
      'License Number {number}',
      'Issue Date {issued}',
      'Expires {expires}',
      'Credential Status: Active',
      '- Verify this credential at: dpo.colorado.gov',
    ],
    notes: ['Credential Status: Active', '1560 Broadway, Suite 1350, Denver, CO 80202'],
  },
  {
    id: 'ga',
    state: 'GA',
    heading: ['STATE OF GEORGIA', 'State Licensing Board for Residential and Commercial General Contractors'],
    numbers: ['GCCO009999', 'RBCO009999', 'CN209999'],
    days: ['figures', 'short'],
    trades: [['General Contractor Company', 'General Contractor'], ['Residential Basic Company']],
    labels: {
      number: ['LICENSE NO.', 'License Number'],
      name: ['Name', 'Licensee Name'],
      trade: ['License Type', 'Type'],
      qualifier: ['Qualifying Agent'],
      issued: ['Issue Date', 'Issued'],
      expires: ['EXP DATE', 'Expires'],
      address: ['Address'],
    },
    certificate: [
      '# STATE OF GEORGIA',
      'BOARD FOR RESIDENTIAL AND COMMERCIAL GENERAL CONTRACTORS',
      '- 3920 Arkwright Road, Suite 195, Macon, Georgia 31210',
      'LICENSE NO. {number}',
      '= {name}',
      '{street}',
      '{city}',
      '{trade}',
      'EXP DATE - {expires}     Status: Active',
      'Issue Date: {issued}',
      '- A pocket-sized license card is below. Above is an enlarged copy of your pocket card.',
    ],
    notes: ['Status: Active', 'Renewal fee of $200.00 received 05/14/2024.'],
  },
  {
    id: 'city',
    state: 'CA',
    heading: [
      'CITY OF SAN MARINO HILLS, CALIFORNIA',
      'BUSINESS LICENSE TAX CERTIFICATE',
      'Finance Department',
    ],
    numbers: ['BL-20999', '999999', 'BT-099999'],
    days: ['figures', 'twoFigures', 'abbreviated'],
    trades: [['Contractor - General', 'General Contractor'], ['Plumbing Contractor']],
    labels: {
      number: ['License Number', 'Business License No.'],
      name: ['Business Name', 'Issued To'],
      trade: ['Business Type', 'Classification'],
      issued: ['Effective Date', 'Issue Date'],
      expires: ['Expiration Date', 'Valid Until'],
      address: ['Business Location', 'Business Address'],
    },
    certificate: [
      '# CITY OF SAN MARINO HILLS',
      'BUSINESS LICENSE',
      '- The person, firm or corporation named below is granted this certificate pursuant to the',
      '- provisions of the City Business License Ordinance to engage in, carry on or conduct the business described.',
      'Business Name: {name}',
      'Business Address: {address}',
      'Classification: {trade}',
      'License Number: {number}',
      'Effective Date: {issued}      Expiration Date: {expires}',
      '- TO BE POSTED IN A CONSPICUOUS PLACE. NOT TRANSFERABLE. Issued by: Finance Director',
    ],
    notes: ['Account 0047731', 'TO BE POSTED IN A CONSPICUOUS PLACE', 'Tax paid: $112.00 on 01/09/2025'],
  },
];
