import {
  beginsLike,
  claimName,
  isSearchable,
  type ClaimName,
} from '@handoff/shared/domain/referral/ordering-practitioner';
import type { Practitioner } from '@handoff/shared/domain/referral/practitioner';
import type { AddressVersion, OrderList } from '../../../core/context.ts';
import type { ZipContent } from '../build/zip-document.ts';
import { readZip } from '../build/stored-zips.ts';
import {
  documentOfNpi,
  entriesIn,
  entryOfNpi,
  nameDocument,
  npiDocument,
  practitionerIn,
  rights,
  type NameEntry,
} from './practitioner-table.ts';
import type { SettingsHandlers, VersionReads } from '../import-ports.ts';

const MOST = 20;

/** Finds by two small documents for an NPI, and by one for a name. */
export const findPractitioners: SettingsHandlers['findPractitioners'] = async ({ body }, context) => {
  const version = await context.liveAddresses('NPI');
  if (!version) return { Practitioners: [], Version: null };
  const read = documentReader(context, version);
  const found =
    body.Npi === '' ? await byName(read, claimName(body.Name)) : [await byNpi(read, Number(body.Npi))];
  return { Practitioners: found.filter((each) => each !== undefined), Version: version.importId };
};

/** The same file for the checks of a referral, which ask for one NPI. */
export async function orderList(ports: VersionReads): Promise<OrderList | undefined> {
  const version = await ports.liveAddresses('NPI');
  if (!version) return undefined;
  const read = documentReader(ports, version);
  return { entryOf: (npi) => byNpi(read, Number(npi)) };
}

type Read = (code: string) => Promise<ZipContent | undefined>;

function documentReader(ports: VersionReads, { zips }: AddressVersion): Read {
  return async (code) => {
    const entry = zips.find(([each]) => each === code);
    return entry && readZip(ports, { state: 'NPI', code, hash: entry[4] });
  };
}

async function byNpi(read: Read, npi: number): Promise<Practitioner | undefined> {
  const numbers = await read(npiDocument(npi));
  const document = numbers && documentOfNpi(numbers, npi);
  const content = document === undefined ? undefined : await read(document);
  const entry = content && entryOfNpi(content, npi);
  return entry && practitioner(entry);
}

async function byName(read: Read, name: ClaimName): Promise<Practitioner[]> {
  if (!isSearchable(name)) return [];
  const content = await read(nameDocument(name));
  if (!content) return [];
  const isFound = beginsLike(name);
  return entriesIn(content)
    .filter(({ lastName: LastName, firstName: FirstName }) => isFound({ LastName, FirstName }))
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
    .slice(0, MOST)
    .map(practitioner);
}

const order = ({ lastName, firstName }: NameEntry) => `${lastName},${firstName}`;

function practitioner({ code, lastName, firstName }: NameEntry): Practitioner {
  const { npi, rights: bits } = practitionerIn(code);
  return {
    Npi: String(npi),
    LastName: lastName,
    FirstName: firstName,
    MayOrderHomeHealth: (bits & rights.homeHealth) !== 0,
    MayCertifyHospice: (bits & rights.hospice) !== 0,
  };
}
