import type { PageWord } from './page-text.ts';

/** What the tax office prints around the entries of form W-9, in its revisions from 2007 to 2024 (in the public domain). */
const w9 = `
Form W-9 (Rev. October 2007) (Rev. January 2011) (Rev. August 2013) (Rev. December 2014) (Rev. November 2017)
(Rev. October 2018) (Rev. March 2024) Department of the Treasury Internal Revenue Service
Request for Taxpayer Identification Number and Certification
Go to www.irs.gov/FormW9 for instructions and the latest information.
Give Form to the requester. Do not send to the IRS.
Before you begin. For guidance related to the purpose of Form W-9, see Purpose of Form, below.
Print or type See Specific Instructions on page 2 on page 3
1 Name (as shown on your income tax return). Name is required on this line; do not leave this line blank.
1 Name of entity/individual. An entry is required. (For a sole proprietor or disregarded entity, enter the owner's name
on line 1, and enter the business/disregarded entity's name on line 2.)
2 Business name/disregarded entity name, if different from above
Check appropriate box for federal tax classification (required): Individual/sole proprietor C Corporation
S Corporation Partnership Trust/estate Exempt payee
3 Check appropriate box for federal tax classification of the person whose name is entered on line 1. Check only one of
the following seven boxes. 3 Check appropriate box for federal tax classification; check only one of the following seven boxes:
Individual/sole proprietor or single-member LLC
3a Check the appropriate box for federal tax classification of the entity/individual whose name is entered on line 1.
Check only one of the following seven boxes.
Limited liability company. Enter the tax classification (D=disregarded entity, C=corporation, P=partnership)
(C=C corporation, S=S corporation, P=Partnership)
LLC. Enter the tax classification (C = C corporation, S = S corporation, P = Partnership)
Note. For a single-member LLC that is disregarded, do not check LLC; check the appropriate box in the line above for
the tax classification of the single-member owner. Note: Check the appropriate box in the line above for the tax
classification of the single-member owner. Do not check LLC if the LLC is classified as a single-member LLC that is
disregarded from the owner unless the owner of the LLC is another LLC that is not disregarded from the owner for U.S.
federal tax purposes. Otherwise, a single-member LLC that is disregarded from the owner should check the appropriate box
for the tax classification of its owner.
Note: Check the "LLC" box above and, in the entry space, enter the appropriate code (C, S, or P) for the tax
classification of the LLC, unless it is a disregarded entity. A disregarded entity should instead check the appropriate
box for the tax classification of its owner. Other (see instructions)
3b If on line 3a you checked "Partnership" or "Trust/estate," or checked "LLC" and entered "P" as its tax
classification, and you are providing this form to a partnership, trust, or estate in which you have an ownership
interest, check this box if you have any foreign partners, owners, or beneficiaries. See instructions
4 Exemptions (codes apply only to certain entities, not individuals; see instructions on page 3): Exempt payee code
(if any) Exemption from FATCA reporting code (if any) Exemption from Foreign Account Tax Compliance Act (FATCA)
reporting code (if any) (Applies to accounts maintained outside the U.S.) (Applies to accounts maintained outside the
United States.) 5 Address (number, street, and apt. or suite no.) See instructions.
Requester's name and address (optional) 6 City, state, and ZIP code 7 List account number(s) here (optional)
Part I Taxpayer Identification Number (TIN)
Enter your TIN in the appropriate box. The TIN provided must match the name given on line 1 to avoid backup withholding.
Social security number or Employer identification number Part II Certification
Sign Here Signature of U.S. person Date`;

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();

function toPairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

const pairs: ReadonlySet<string> = new Set(toPairs(fold(w9).split(' ')));
/** What is printed beside or behind a label in one or two words of its own. */
const alone = new Set([
  'see instructions',
  'see',
  'optional',
  'print or type',
  'or',
  'entity s name',
  'on line 2',
  'following seven boxes',
]);

/** Whether words are printed on a form: most neighbors among them are neighbors there as well. */
export function isPrinted(words: readonly Pick<PageWord, 'text'>[]): boolean {
  const own = fold(words.map(({ text }) => text).join(' ')).split(' ');
  if (alone.has(own.join(' '))) return true;
  const found = toPairs(own);
  return found.length > 0 && found.filter((pair) => pairs.has(pair)).length > 0.6 * found.length;
}
