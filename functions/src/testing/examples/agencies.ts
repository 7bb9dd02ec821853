import type { StoredDocument, DocumentStore } from '../../platform/ports.ts';
import {
  proposedBusinessDomain,
  STANDARD_RESPONSE_HOURS,
  type BusinessDomain,
} from '@handoff/shared/domain/agency/business-domain';
import { noLists } from '@handoff/shared/domain/agency/list-settings';
import { KEY_RENEWAL, notBegun } from '../../records/kinds/server-records.ts';
import type { DomainLists } from '../../records/kinds/agency-records.ts';
import { EVERGREEN, HARBOR, people, userRecord } from '../people.ts';

const lists: DomainLists = {
  Id: 'lists',
  ...noLists,
  SettingsDocumentTypesInfo: [
    { Id: 'face-sheet', Name: 'Face sheet', Required: true },
    { Id: 'orders', Name: 'Physician orders', Required: true },
  ],
  SettingsReferralStatusesInfo: [
    { Id: 'new', Name: 'New', Color: 'blue', Terminal: false },
    { Id: 'review', Name: 'In review', Color: 'yellow', Terminal: false },
    { Id: 'closed', Name: 'Closed', Color: 'gray', Terminal: true },
  ],
  SettingsEligibilityStatusesInfo: [
    { Id: 'fine', Name: 'Eligible', Color: 'green', Terminal: true, SetBy: ['eligible'] },
    { Id: 'look', Name: 'Needs review', Color: 'yellow', Terminal: false, SetBy: ['issues', 'notEligible'] },
  ],
  SettingsDisciplinesInfo: [
    { Id: 'Skilled nursing', Name: 'Skilled nursing' },
    { Id: 'Physical therapy', Name: 'Physical therapy' },
    { Id: 'Hospice', Name: 'Hospice' },
  ],
  SettingsDeclineReasonsInfo: [
    { Id: 'No capacity', Name: 'No capacity' },
    { Id: 'area', Name: 'Outside the service area' },
  ],
};

const firstRecords = [stored('lists', lists), stored(KEY_RENEWAL, notBegun)];

/** Stores the data of every story: two agencies with their lists, and the people of people.ts except Sam. */
export async function seedAgencies(store: DocumentStore): Promise<void> {
  const { sam: _withoutRecord, ...known } = people;
  const system = [
    domain(HARBOR, 'Harbor Home Care', ['1999999984']),
    domain(EVERGREEN, 'Evergreen Hospice', ['1234567893']),
    ...Object.values(known).map((person) => stored('user', userRecord(person))),
  ];
  await Promise.all([
    put(store, 'sys', system),
    put(store, `d:${HARBOR}`, firstRecords),
    put(store, `d:${EVERGREEN}`, firstRecords),
  ]);
}

export async function addAgency(
  store: DocumentStore,
  { id, intake }: { id: string; intake: { oid: string; name: string } },
): Promise<void> {
  await put(store, 'sys', [domain(id, id, [])]);
  await put(store, `d:${id}`, firstRecords);
  await addIntake(store, { id, intake });
}

export async function addIntake(
  store: DocumentStore,
  { id, intake }: { id: string; intake: { oid: string; name: string } },
): Promise<void> {
  const user = userRecord({ ...intake, systemRole: 'User', roles: { [id]: 'Intake' } });
  await put(store, 'sys', [stored('user', user)]);
}

async function put(store: DocumentStore, partitionKey: string, documents: StoredDocument[]): Promise<void> {
  const operations = documents.map((document) => ({ op: 'create' as const, document }));
  const result = await store.app(partitionKey).commit(operations);
  if (result.outcome !== 'applied') throw new Error(`Furnishing ${partitionKey}: ${result.outcome}`);
}

function domain(Id: string, Name: string, Npis: string[]): StoredDocument {
  const agency: BusinessDomain = {
    ...proposedBusinessDomain,
    Phone: '',
    Id,
    Etag: '',
    UpdatedAt: '',
    UpdatedBy: { Id: '', FullName: '' },
    Name,
    States: ['CT'],
    Npis,
    ResponseHours: STANDARD_RESPONSE_HOURS,
    Archived: false,
  };
  return stored('domain', agency);
}

function stored(type: string, record: { Id: string }): StoredDocument {
  return { ...record, id: record.Id, type, DeletedAt: null };
}
