import {
  beginsLike,
  claimName,
  isSearchable,
  type ClaimName,
} from '@handoff/shared/domain/referral/ordering-practitioner';
import type { Practitioner } from '@handoff/shared/domain/referral/practitioner';
import type { OrderList, PublishedVersion } from '../../core/context.ts';
import { readLines } from './list-kind.ts';
import { documentOfNpi, nameDocument, npiDocument, practitionerIn, linesIn } from './practitioner-list.ts';
import type { SettingsHandlers, VersionReads } from '../../imports/import-ports.ts';

const MOST = 20;

export const findPractitioners: SettingsHandlers['findPractitioners'] = async ({ body }, context) => {
  const version = await context.liveVersion('NPI');
  if (!version) return { Practitioners: [], Version: null };
  const { Npi, Name } = body;
  const found = Npi === '' ? byName(context, version, claimName(Name)) : byNpi(context, version, Npi);
  return { Practitioners: await found, Version: version.importId };
};

/** The same file for the checks of a referral, which ask for one NPI. */
export async function orderList(ports: VersionReads): Promise<OrderList | undefined> {
  const version = await ports.liveVersion('NPI');
  return version && { entryOf: async (npi) => (await byNpi(ports, version, npi))[0] };
}

async function byNpi(ports: VersionReads, version: PublishedVersion, npi: string): Promise<Practitioner[]> {
  const document = documentOfNpi(await contentOf(ports, version, npiDocument(npi)), npi);
  if (document === undefined) return [];
  const lines = linesIn(await contentOf(ports, version, document));
  return lines.filter((line) => line.startsWith(`${npi},`)).map(practitionerIn);
}

async function byName(
  ports: VersionReads,
  version: PublishedVersion,
  name: ClaimName,
): Promise<Practitioner[]> {
  if (!isSearchable(name)) return [];
  return linesIn(await contentOf(ports, version, nameDocument(name)))
    .map(practitionerIn)
    .filter(beginsLike(name))
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
    .slice(0, MOST);
}

const order = ({ LastName, FirstName }: Practitioner) => `${LastName},${FirstName}`;

const contentOf = async (ports: VersionReads, { documents }: PublishedVersion, code: string) => {
  const entry = documents.find(([each]) => each === code);
  return readLines(ports, 'NPI', entry);
};
