import { CosmosClient } from '@azure/cosmos';
import { listTemplate } from '@handoff/shared/domain/agency/list-templates';
import { Referral, sourceKinds } from '@handoff/shared/domain/referral/referral';
import { containers } from '../../platform/containers.ts';
import type { StoredDocument } from '../../platform/ports.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { freshApi, type TestApi } from '../api.ts';
import { referral } from '../examples/example-records.ts';
import { HARBOR } from '../people.ts';

const BATCH = 50;
const disciplines = listTemplate('Both').SettingsDisciplinesInfo;

/** Creates an agency with this many synthetic referrals, ten minutes apart, bypassing the API. */
export async function largeAgency(count: number): Promise<{ handoff: TestApi; ruOfCreate: number }> {
  const handoff = await freshApi();
  const { Id } = await referral(handoff);
  const partition = handoff.store.app(`d:${HARBOR}`);
  const original = Referral.parse(await partition.read(Id));
  const write = async (numbers: number[]) => {
    const documents = numbers.map((n) => stored(madeUp(original, n, count)));
    const result = await partition.commit(documents.map((document) => ({ op: 'create', document })));
    if (result.outcome !== 'applied') throw new Error(`Filling: ${result.outcome}`);
    return result.ru;
  };
  await indexedAtTheEnd(handoff, async () => {
    for (let from = 1; from < count; from += BATCH)
      await write(Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => from + n));
  });
  return { handoff, ruOfCreate: await write([0]) };
}

/**
 * Builds the indexes at the end, because sorting millions of terms and writing them at once takes a fraction of the
 * time.
 */
async function indexedAtTheEnd({ settings }: TestApi, fill: () => Promise<void>): Promise<void> {
  const { COSMOS_ENDPOINT: endpoint = '', COSMOS_KEY: key = '', COSMOS_DATABASE = '' } = settings;
  const client = new CosmosClient({ endpoint, key, connectionPolicy: { requestTimeout: 600_000 } });
  const container = client.database(COSMOS_DATABASE).container('app');
  const [definition] = containers;
  if (!definition) throw new Error('The container of the agencies is not defined');
  const { indexingPolicy } = definition;
  const includedPaths = indexingPolicy.includedPaths.filter(({ path }) => !path.endsWith('/[]/?'));
  await container.replace({ ...definition, indexingPolicy: { ...indexingPolicy, includedPaths } });
  await fill();
  await container.replace(definition);
  client.dispose();
}

export function stored(entity: Referral): StoredDocument {
  return {
    ...entity,
    ...referralKind.derivedFields?.(entity),
    id: entity.Id,
    type: 'referral',
    DeletedAt: null,
  };
}

/**
 * Follows the distribution of a real agency: many names, few sources and payers, and only the newest ones undecided.
 */
export function madeUp(original: Referral, n: number, count: number): Referral {
  const pick = <T>(from: readonly T[], salt: number): T => {
    const at = Math.imul(n * 31 + salt, 2_654_435_761) >>> 8;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an index within the list
    return from[at % from.length] as T;
  };
  const name = (salt: number) =>
    capital(pick(beginnings, salt) + pick(middles, salt + 1) + pick(ends, salt + 2));
  const place = pick([home, null, null, null], 3) ?? pick(places, 4);
  const received = new Date(Date.UTC(2025, 0, 1) + n * 600_000).toISOString();
  const isOpen = n >= count - Math.max(60, count * 0.03);
  // A place and people in a corner of the area, from which only a few of the oldest referrals came.
  const isFar = n < 400 && n % 97 === 3;
  return {
    ...original,
    Id: `referral-${n}`,
    ReceivedAt: received,
    UpdatedAt: new Date(Date.parse(received) + pick([1, 30, 600, 9000], 5) * 60_000).toISOString(),
    StatusId: isOpen ? pick(['new', 'review'], 6) : pick(['closed', 'closed', 'waiting'], 6),
    Decision: { ...original.Decision, Kind: isOpen ? 'Pending' : pick(['Accepted', 'Declined'], 7) },
    Owner: pick([null, ...owners], 8),
    Source: { ...original.Source, Kind: pick(sourceKinds, 9), Organization: pick(organizations, 10) },
    Patient: {
      ...original.Patient,
      FirstName: name(11),
      LastName: isFar ? far.LastName : name(14),
      Phone: isFar ? far.Phone : `203555${String((n * 7919) % 10_000).padStart(4, '0')}`,
    },
    Address: { ...original.Address, ...(isFar ? far.Address : place) },
    Payers: [{ Name: pick(payers, 17), Plan: '', MemberId: '' }],
    Services: [pick(disciplines, 18).Id],
  };
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const beginnings = ['al', 'ber', 'car', 'da', 'el', 'fran', 'gor', 'hol', 'is', 'jo', 'ken', 'lor'] as const;
const middles = ['a', 'be', 'di', 'le', 'mi', 'na', 'ri', 'ta', 'vi', 'wo'] as const;
const ends = ['by', 'den', 'ford', 'ham', 'land', 'ley', 'man', 'ner', 'son', 'ston', 'ta', 'worth'] as const;
const towns = ['Ash', 'Brook', 'Clay', 'Dover', 'East', 'Fair', 'Glen', 'High', 'Iron', 'Lake'] as const;
const places = towns.flatMap((town, one) =>
  ['ford', 'ton', 'field', 'ville', 'port'].map((end, other) => ({
    ZipCode: `06${one}${other}0`,
    City: `${town}${end}`.toUpperCase(),
    County: `${town}shire`,
  })),
);
export const home = { ZipCode: '06555', City: 'MIDDLETON', County: 'Midshire' };
export const far = {
  LastName: 'Quimbledon',
  Phone: '8605550199',
  Address: { ZipCode: '06999', City: 'OUTPOST', County: 'Cornershire' },
};
const organizations = towns.flatMap((town) => [`${town} General Hospital`, `Saint ${town} Medical Center`]);
const payers = ['Medicare', 'Aetna', 'Cigna', 'Humana', 'United', 'Medicaid', 'Anthem'] as const;
export const owners = Array.from({ length: 12 }, (_, n) => ({
  Id: `user-${n}`,
  FullName: `${capital(beginnings[n] ?? 'al')}ma Manager`,
}));
