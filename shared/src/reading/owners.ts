import type { LabelRow, Meaning, Owner } from './label.ts';
import type { PlacedLabel, ReadCell } from './find-labels.ts';

/** Labels that say nothing of whom they are by themselves. */
const bare = new Set<Meaning>([
  'name',
  'last name',
  'first name',
  'phone',
  'address',
  'unit',
  'city',
  'state',
  'zip',
  'county',
  'npi',
  'plan',
  'member number',
  'date',
  'by',
  'from',
  'to',
]);
/** Facts of a person, which in the part of another person are not the patient’s. */
const personal = new Set<Meaning>(['birth date', 'sex', 'language', 'social security number']);
const otherPeople = new Set<Owner>(['emergency', 'representative', 'other', 'payer', 'secondary payer']);

/** Within some parts of a form, a short label means more. */
const within: Partial<Record<Owner, readonly { means: Meaning; said: readonly string[] }[]>> = {
  encounter: [
    {
      means: 'date',
      said: ['date', 'date of visit', 'visit date', 'completed', 'completed on', 'encounter date'],
    },
    {
      means: 'by',
      said: [
        'by',
        'with',
        'performed by',
        'provider',
        'physician',
        'completed by',
        'practitioner',
        'name',
        'clinician',
        'provider name',
        'physician name',
      ],
    },
  ],
  authorization: [
    { means: 'member number', said: ['number', 'no', 'reference number', 'id'] },
    { means: 'from', said: ['from', 'start date', 'start', 'effective date', 'effective', 'begin date'] },
    {
      means: 'to',
      said: ['to', 'end date', 'end', 'expiration date', 'exp date', 'through', 'thru', 'expires'],
    },
    { means: 'needed', said: ['required', 'needed'] },
    { means: 'from and to', said: ['dates', 'period'] },
  ],
  source: [{ means: 'from', said: ['facility', 'facility name', 'hospital', 'hospital name'] }],
};

export interface OwnedLabel {
  label: PlacedLabel;
  row: LabelRow;
  owner: Owner | undefined;
  doubt: string | undefined;
}

/** Says of whom each label is: by its own words, by the labels to its left and above, or by the title of its part. */
export function ownersOf(
  labels: readonly PlacedLabel[],
  cells: readonly ReadCell[],
  valueOf: (label: PlacedLabel) => string,
): OwnedLabel[] {
  const partAround = partsOf(cells);
  const isPatientNamed = labels.some(({ row }) => row?.means === 'name' && row.owner === 'patient');
  const placed: (PlacedOwner & {
    label: PlacedLabel;
    row: LabelRow | undefined;
    doubt: string | undefined;
  })[] = [];
  for (const label of labels) {
    const part = partAround(label.cell);
    const before = placed.filter((other) => other.part === part && other.label.cell.page === label.cell.page);
    const around = surrounding(label, before);
    const row = rowWithin(label, part?.owner);
    const passed = around ?? part?.owner;
    const { owner, doubt } = ownerOf({ label, row, passed, part: part?.owner, isPatientNamed });
    placed.push({
      label,
      row,
      part,
      doubt,
      owner,
      passes: passesOn({ label, row, owner, passed, value: valueOf(label) }),
    });
  }
  return placed.flatMap(({ label, row, owner, doubt }) => (row ? [{ label, row, owner, doubt }] : []));
}

interface PlacedOwner {
  part: Part | undefined;
  owner: Owner | undefined;
  /** The owner of bare labels that follow. */
  passes: Owner | undefined;
}

function rowWithin({ row, said }: PlacedLabel, part: Owner | undefined): LabelRow | undefined {
  // The home phone of a contact.
  if (row?.means === 'phone' && said.startsWith('home ') && isElsewhere(part)) return { ...row, owner: part };
  const special = part && within[part]?.find((each) => each.said.includes(said));
  return special && part ? { ...special, owner: part } : row;
}

interface Question {
  label: PlacedLabel;
  row: LabelRow | undefined;
  /** The owner of the labels to its left and above, or of its part. */
  passed: Owner | undefined;
  part: Owner | undefined;
  isPatientNamed: boolean;
}

function ownerOf({
  label,
  row,
  passed,
  part,
  isPatientNamed,
}: Question): Pick<OwnedLabel, 'owner' | 'doubt'> {
  if (!row) return { owner: undefined, doubt: undefined };
  if (row.isVague && isElsewhere(part)) return sure(part);
  if (row.owner === 'payer') return sure(payerOf(row, passed, part));
  if (row.owner) return { owner: row.owner, doubt: row.doubt };
  if (personal.has(row.means)) return sure(part && otherPeople.has(part) ? 'other' : byChain(passed));
  if (!bare.has(row.means)) return sure('patient');
  return sure(
    label.isQualified ? 'other' : (goingOn(passed, row.means) ?? byName(row.means, isPatientNamed)),
  );
}

/** Of what was former, only the rest of an address goes on: the next one, or a phone, is of today. */
const goingOn = (passed: Owner | undefined, means: Meaning) =>
  passed === 'former' && !partsOfAddress.has(means) ? 'patient' : passed;
const partsOfAddress = new Set<Meaning>(['unit', 'city', 'state', 'zip', 'county']);

const isElsewhere = (part: Owner | undefined): part is Owner => part !== undefined && part !== 'patient';
const sure = (owner: Owner | undefined) => ({ owner, doubt: undefined });

/** "Policy #" below a secondary insurance is its own. */
function payerOf({ means }: LabelRow, passed: Owner | undefined, part: Owner | undefined): Owner {
  const isSecond = passed === 'secondary payer' && means !== 'name';
  return isSecond || part === 'secondary payer' ? 'secondary payer' : 'payer';
}

/** A form that names no one else means the patient. */
function byName(means: Meaning, isPatientNamed: boolean): Owner | undefined {
  const isPart = means === 'last name' || means === 'first name';
  return isPart || (means === 'name' && !isPatientNamed) ? 'patient' : undefined;
}

/** A birth date beside an emergency contact is not the patient’s; beside a physician or a payer it is. */
const byChain = (passed: Owner | undefined): Owner =>
  passed === 'emergency' || passed === 'representative' || passed === 'other' ? 'other' : 'patient';

function passesOn({
  label,
  row,
  owner,
  passed,
  value,
}: Pick<Question, 'label' | 'row' | 'passed'> & { owner: Owner | undefined; value: string }):
  | Owner
  | undefined {
  if (label.isQualified) return 'other';
  // The label of a person whom the table lacks, such as "Neighbor: Ann Roe".
  if (!row)
    return /^\p{Lu}[\p{L}'’-]+,? \p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’-]+)?$/u.test(value) ? 'other' : passed;
  if (row.owner || bare.has(row.means) || personal.has(row.means) || row.means === 'medicare number')
    return owner;
  return passed;
}

const ALIGNED = 0.015;
const NEAR_LINES = 6;

/** Another person than the patient counts first, because a missed value costs less than a wrong one. */
function surrounding(
  label: PlacedLabel,
  before: readonly (PlacedOwner & { label: PlacedLabel })[],
): Owner | undefined {
  const { cell } = label;
  const left = before.findLast((other) => other.label.cell.line === cell.line);
  const isFirst = label.start <= 3;
  const above = isFirst
    ? before.findLast(
        (other) =>
          other.label.cell.line < cell.line &&
          other.label.start <= 3 &&
          Math.abs(other.label.cell.x - cell.x) < ALIGNED &&
          cell.y - other.label.cell.y < NEAR_LINES * 1.4 * cell.height,
      )
    : undefined;
  const nearest = (left ?? above) ? undefined : before.at(-1);
  const owners = [left, above, nearest].flatMap((each) => each?.passes ?? []);
  return owners.find((owner) => owner !== 'patient') ?? owners[0];
}

interface Part {
  owner: Owner;
  page: number;
  y: number;
  from: number;
  to: number;
}

/** The part of the form in which a cell lies, by the nearest title above in its column. */
function partsOf(cells: readonly ReadCell[]): (cell: ReadCell) => Part | undefined {
  const parts = cells.flatMap((cell) => (cell.heading ? [partOf(cell, cell.heading, cells)] : []));
  return ({ x, y, page }) =>
    parts.findLast((part) => part.page === page && part.y < y && x >= part.from && x < part.to);
}

/** A title alone on its line is above all columns, unless the column beside it goes on. */
function partOf(title: ReadCell, owner: Owner, cells: readonly ReadCell[]): Part {
  const { page, y, x, height, line } = title;
  const others = cells.filter((cell) => cell.line === line && cell !== title);
  const next = others.find((cell) => cell.x > x);
  const column = cells.filter((cell) => cell.page === page && cell.x > x + 0.3 && cell.line !== line);
  const above = column.findLast((cell) => cell.y < y);
  const below = column.find((cell) => cell.y > y);
  // Two lines that are too close for a title between them.
  const goesOn = x < 0.3 && above && below && below.y - above.y < 2.2 * height;
  const columnBeside = goesOn ? below : undefined;
  return {
    owner,
    page,
    y,
    from: others.some((cell) => cell.x < x) || x > 0.4 ? x - 0.03 : 0,
    to: (next ?? columnBeside)?.x ?? 2,
  };
}
