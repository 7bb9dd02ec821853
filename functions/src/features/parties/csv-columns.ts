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
  { header: 'Name', field: 'Name', write: ({ Name }) => Name, read: (Name) => ({ Name }) },
  { header: 'Kind', field: 'Kind', write: ({ Kind }) => Kind, read: (Kind) => ({ Kind }) },
  { header: 'Phone', field: 'Phone', write: ({ Phone }) => Phone, read: (Phone) => ({ Phone }) },
  { header: 'Fax', field: 'Fax', write: ({ Fax }) => Fax, read: (Fax) => ({ Fax }) },
  {
    header: 'Street address',
    field: 'Address',
    write: ({ Address }) => Address.StreetAddress,
    read: (StreetAddress) => ({ Address: { StreetAddress } }),
  },
  {
    header: 'City',
    field: 'Address',
    write: ({ Address }) => Address.City,
    read: (City) => ({ Address: { City } }),
  },
  {
    header: 'State',
    field: 'Address',
    write: ({ Address }) => Address.State,
    read: (State) => ({ Address: { State: code(State) } }),
  },
  {
    header: 'ZIP code',
    field: 'Address',
    write: ({ Address }) => Address.ZipCode,
    read: (ZipCode) => ({ Address: { ZipCode } }),
  },
  {
    header: 'Contacts',
    field: 'Contacts',
    write: ({ Contacts }) =>
      Contacts.map(({ Name, Role, Phone, Email }) => [Name, Role, Phone, Email].join(' | ')).join(BETWEEN),
    read: (cell) => ({ Contacts: itemsOf(cell).map(readContact) }),
  },
  {
    header: 'States',
    field: 'States',
    write: ({ States }) => States.join(BETWEEN),
    read: (cell) => ({ States: itemsOf(cell).map(code) }),
  },
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
  { header: 'Comment', field: 'Comment', write: ({ Comment }) => Comment, read: (Comment) => ({ Comment }) },
];

export const payerColumns: Column<ContractedPayer>[] = [
  { header: 'Name', field: 'Name', write: ({ Name }) => Name, read: (Name) => ({ Name }) },
  {
    header: 'Aliases',
    field: 'Aliases',
    write: ({ Aliases }) => Aliases.join(BETWEEN),
    read: (cell) => ({ Aliases: itemsOf(cell) }),
  },
  { header: 'Payer ID', field: 'PayerId', write: ({ PayerId }) => PayerId, read: (PayerId) => ({ PayerId }) },
  {
    header: 'Plans',
    field: 'Plans',
    write: ({ Plans }) => Plans.join(BETWEEN),
    read: (cell) => ({ Plans: itemsOf(cell) }),
  },
  {
    header: 'States',
    field: 'States',
    write: ({ States }) => States.join(BETWEEN),
    read: (cell) => ({ States: itemsOf(cell).map(code) }),
  },
  {
    header: 'Medicare contracts',
    field: 'ContractIds',
    write: ({ ContractIds }) => ContractIds.join(BETWEEN),
    read: (cell) => ({ ContractIds: itemsOf(cell) }),
  },
  {
    header: 'Contract from',
    field: 'StartsOn',
    write: ({ StartsOn }) => StartsOn,
    read: (cell) => ({ StartsOn: isoDay(cell) }),
  },
  {
    header: 'Contract until',
    field: 'EndsOn',
    write: ({ EndsOn }) => EndsOn ?? '',
    read: (cell) => ({ EndsOn: isoDay(cell) }),
  },
];

export const advantagePlanColumns: Column<AdvantagePlan>[] = [
  { header: 'Name', field: 'Name', write: ({ Name }) => Name, read: (Name) => ({ Name }) },
  {
    header: 'Contract',
    field: 'ContractId',
    write: ({ ContractId }) => ContractId,
    read: (ContractId) => ({ ContractId }),
  },
  {
    header: 'Plan',
    field: 'PlanId',
    write: ({ PlanId }) => PlanId,
    // A spreadsheet removes leading zeros.
    read: (cell) => ({ PlanId: cell === '' ? '' : cell.padStart(3, '0') }),
  },
  {
    header: 'Contracted',
    field: 'Contracted',
    write: ({ Contracted }) => Contracted,
    read: (cell) => ({ Contracted: capitalized(cell) }),
  },
  {
    header: 'Authorization needed',
    field: 'AuthorizationNeeded',
    write: ({ AuthorizationNeeded }) => AuthorizationNeeded,
    read: (cell) => ({ AuthorizationNeeded: capitalized(cell) }),
  },
  {
    header: 'Whom to call',
    field: 'ContactName',
    write: ({ ContactName }) => ContactName,
    read: (ContactName) => ({ ContactName }),
  },
  {
    header: 'Phone',
    field: 'ContactPhone',
    write: ({ ContactPhone }) => ContactPhone,
    read: (ContactPhone) => ({ ContactPhone }),
  },
  { header: 'Note', field: 'Note', write: ({ Note }) => Note, read: (Note) => ({ Note }) },
];

export const areaColumns: Column<ServiceArea>[] = [
  { header: 'Name', field: 'Name', write: ({ Name }) => Name, read: (Name) => ({ Name }) },
  {
    header: 'States',
    field: 'States',
    write: ({ States }) => States.join(BETWEEN),
    read: (cell) => ({ States: itemsOf(cell).map(code) }),
  },
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
  {
    header: 'Disciplines',
    field: 'Disciplines',
    write: ({ Disciplines }) => Disciplines.join(BETWEEN),
    read: (cell) => ({ Disciplines: itemsOf(cell) }),
  },
  {
    header: 'From',
    field: 'StartsOn',
    write: ({ StartsOn }) => StartsOn ?? '',
    read: (cell) => ({ StartsOn: isoDay(cell) }),
  },
  {
    header: 'Until',
    field: 'EndsOn',
    write: ({ EndsOn }) => EndsOn ?? '',
    read: (cell) => ({ EndsOn: isoDay(cell) }),
  },
];

export const insuranceColumns: Column<Insurance>[] = [
  { header: 'Name', field: 'Name', write: ({ Name }) => Name, read: (Name) => ({ Name }) },
  { header: 'Rank', field: 'Rank', write: ({ Rank }) => Rank, read: (Rank) => ({ Rank }) },
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

const capitalized = (cell: string): string => cell.charAt(0).toUpperCase() + cell.slice(1).toLowerCase();

const code = (state: string): string => stateCode(state) ?? state;

function readContact(text: string): object {
  const [Name = '', Role = '', Phone = '', Email = ''] = text.split('|').map((part) => part.trim());
  return { Name, Role, Phone, Email };
}

function readCounty(text: string): object {
  const [State = '', ...rest] = text.split(':').map((part) => part.trim());
  if (rest.length === 0) throw new UnreadableCell(`${text}: write the state first, such as CT: Hartford`);
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
