import { stateCode } from '@handoff/shared/domain/address/us-state';
import type { AdvantagePlan } from '@handoff/shared/domain/agency/advantage-plan';
import { readZipList } from '@handoff/shared/domain/address/zip-list';
import {
  type ContractedPayer,
  type Insurance,
  type Partner,
  type ServiceArea,
  plainName,
} from '@handoff/shared/domain/agency/directory';

interface Named {
  Id: string;
  Name: string;
}

/** The records that cells may name, because files have names and records have ids. */
export interface DirectoryNames {
  payers: readonly Named[];
  areas: readonly Named[];
}

/** One column of a file: how a record fills it, and which fields a cell provides. */
export interface Column<Entity> {
  header: string;
  /** The field in which an error of the cell is found. */
  field: keyof Entity & string;
  write: (record: Entity, names: DirectoryNames) => string;
  /** Reads a cell with text, and throws an `UnreadableCell`. The schema validates the fields afterwards. */
  read: (cell: string, names: DirectoryNames) => object;
}

export class UnreadableCell extends Error {}

/** The export replaces commas in a cell. */
const BETWEEN = '; ';
const itemsOf = (cell: string): string[] =>
  cell
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const partnerColumns: Column<Partner>[] = [
  text('Name', 'Name'),
  text('Kind', 'Kind'),
  text('Phone', 'Phone'),
  text('Fax', 'Fax'),
  ofAddress('Street address', 'StreetAddress'),
  ofAddress('City', 'City'),
  ofAddress('State', 'State', code),
  ofAddress('ZIP code', 'ZipCode'),
  {
    header: 'Contacts',
    field: 'Contacts',
    write: ({ Contacts }) =>
      Contacts.map(({ Name, Role, Phone, Email }) => [Name, Role, Phone, Email].join(' | ')).join(BETWEEN),
    read: (cell) => ({ Contacts: itemsOf(cell).map(readContact) }),
  },
  list('States', 'States', code),
  {
    header: 'Service areas',
    field: 'ServiceAreaIds',
    write: ({ ServiceAreaIds }, { areas }) => namesOf(ServiceAreaIds, areas),
    read: (cell, { areas }) => ({ ServiceAreaIds: idsOf(cell, areas, 'service area') }),
  },
  {
    header: 'Payers',
    field: 'ContractedPayerIds',
    write: ({ ContractedPayerIds }, { payers }) => namesOf(ContractedPayerIds, payers),
    read: (cell, { payers }) => ({ ContractedPayerIds: idsOf(cell, payers, 'contracted payer') }),
  },
  text('Comment', 'Comment'),
];

export const payerColumns: Column<ContractedPayer>[] = [
  text('Name', 'Name'),
  list('Aliases', 'Aliases'),
  text('Payer ID', 'PayerId'),
  list('Plans', 'Plans'),
  list('States', 'States', code),
  list('Medicare contracts', 'ContractIds'),
  text('Contract from', 'StartsOn', isoDay),
  text('Contract until', 'EndsOn', isoDay),
];

export const advantagePlanColumns: Column<AdvantagePlan>[] = [
  text('Name', 'Name'),
  text('Contract', 'ContractId'),
  // A spreadsheet removes leading zeros.
  text('Plan', 'PlanId', (cell) => (cell === '' ? '' : cell.padStart(3, '0'))),
  text('Contracted', 'Contracted', capitalized),
  text('Authorization needed', 'AuthorizationNeeded', capitalized),
  text('Whom to call', 'ContactName'),
  text('Phone', 'ContactPhone'),
  text('Note', 'Note'),
];

export const areaColumns: Column<ServiceArea>[] = [
  text('Name', 'Name'),
  list('States', 'States', code),
  {
    header: 'Counties',
    field: 'Counties',
    write: ({ Counties }) => Counties.map(({ State, County }) => `${State}: ${County}`).join(BETWEEN),
    read: (cell) => ({ Counties: itemsOf(cell).map(readCounty) }),
  },
  {
    header: 'ZIP codes',
    field: 'ZipCodes',
    write: ({ ZipCodes, ZipRanges }) =>
      [...ZipCodes, ...ZipRanges.map(({ From, To }) => `${From}-${To}`)].join(BETWEEN),
    read(cell) {
      const { ZipCodes, ZipRanges, bad } = readZipList(cell);
      const [first] = bad;
      if (first) throw new UnreadableCell(`${first.text}: ${first.reason}`);
      return { ZipCodes, ZipRanges };
    },
  },
  list('Disciplines', 'Disciplines'),
  text('From', 'StartsOn', isoDay),
  text('Until', 'EndsOn', isoDay),
];

export const insuranceColumns: Column<Insurance>[] = [
  text('Name', 'Name'),
  text('Rank', 'Rank'),
  {
    header: 'Pays before Medicare',
    field: 'PaysBeforeMedicare',
    write: ({ PaysBeforeMedicare }) => (PaysBeforeMedicare ? 'yes' : 'no'),
    read: (cell) => ({ PaysBeforeMedicare: yesOrNo(cell) }),
  },
  {
    header: 'Contracted payer',
    field: 'ContractedPayerId',
    write: ({ ContractedPayerId }, { payers }) =>
      ContractedPayerId === null ? '' : namesOf([ContractedPayerId], payers),
    read: (cell, { payers }) => ({
      ContractedPayerId: idsOf(cell, payers, 'contracted payer')[0] ?? null,
    }),
  },
];

function asWritten(cell: string): string {
  return cell;
}

function text<Field extends string>(
  header: string,
  field: Field,
  read = asWritten,
): Column<Record<Field, string | null>> {
  return { header, field, write: (record) => record[field] ?? '', read: (cell) => ({ [field]: read(cell) }) };
}

function list<Field extends string>(
  header: string,
  field: Field,
  read = asWritten,
): Column<Record<Field, readonly string[]>> {
  return {
    header,
    field,
    write: (record) => record[field].join(BETWEEN),
    read: (cell) => ({ [field]: itemsOf(cell).map((item) => read(item)) }),
  };
}

function ofAddress(
  header: string,
  part: keyof Partner['Address'],
  read = asWritten,
): Column<Pick<Partner, 'Address'>> {
  return {
    header,
    field: 'Address',
    write: ({ Address }) => Address[part],
    read: (cell) => ({ Address: { [part]: read(cell) } }),
  };
}

function capitalized(cell: string): string {
  return cell.charAt(0).toUpperCase() + cell.slice(1).toLowerCase();
}

function code(state: string): string {
  return stateCode(state) ?? state;
}

function readContact(item: string): object {
  const [Name = '', Role = '', Phone = '', Email = ''] = item.split('|').map((part) => part.trim());
  return { Name, Role, Phone, Email };
}

function readCounty(item: string): object {
  const [State = '', ...rest] = item.split(':').map((part) => part.trim());
  if (rest.length === 0) throw new UnreadableCell(`${item}: write the state first, such as CT: Hartford`);
  return { State: code(State), County: rest.join(' ') };
}

/** Accepts the formats that people type and into which spreadsheets change dates; a year of two digits is of this century. */
function isoDay(cell: string): string {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$/.exec(cell) ?? [];
  return year === '' ? cell : `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function yesOrNo(cell: string): boolean {
  if (/^(yes|y|true|1)$/i.test(cell)) return true;
  if (/^(no|n|false|0)$/i.test(cell)) return false;
  throw new UnreadableCell(`${cell}: write yes or no`);
}

const namesOf = (ids: readonly string[], known: readonly Named[]): string =>
  ids.map((id) => known.find(({ Id }) => Id === id)?.Name ?? id).join(BETWEEN);

const idsOf = (cell: string, known: readonly Named[], what: string): string[] =>
  itemsOf(cell).map((name) => {
    const found = known.find(({ Name }) => plainName(Name) === plainName(name));
    if (!found) throw new UnreadableCell(`No ${what} is called ${name}`);
    return found.Id;
  });
