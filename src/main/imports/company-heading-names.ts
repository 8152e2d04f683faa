/** Headings of a column of companies by what they are, folded as `foldHeading` does; those that say it best come first. */
export const companyKinds = [
  'vendorname',
  'vendor',
  'firmname',
  'firm',
  'suppliername',
  'supplier',
  'contractorname',
  'contractor',
  'subcontractorname',
  'subcontractor',
  'organizationname',
  'organization',
  'organisationname',
  'organisation',
];

/** The same by the names under which they are known besides. */
export const businessAliases = ['doingbusinessas', 'dbaname', 'dba', 'tradename', 'tradingname', 'tradingas'];

/** The same for many. */
export const companyPlurals = [
  'companies',
  'businesses',
  'vendors',
  'firms',
  'suppliers',
  'contractors',
  'subcontractors',
];
