import { createHash, randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import type { UserNotification } from '@handoff/shared/domain/access/notification';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import {
  proposedBusinessDomain,
  type NewBusinessDomain,
} from '@handoff/shared/domain/agency/business-domain';
import { blockCount } from '@handoff/shared/domain/address/block-upload';
import type { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { scanBlob } from '@handoff/local/malware-scan/scan-blob';
import * as z from 'zod';
import { userId } from '../../records/kinds/user-records.ts';
import type { TestApi } from '../api.ts';
import { pdf, referralDraft } from './drafts.ts';
import { HARBOR, people, type PersonName } from '../people.ts';
import { stageBlocks } from '../imports/stage-blocks.ts';

/** A new referral of Harbor's. */
export async function referral(handoff: TestApi): Promise<{ Id: string; Etag: string }> {
  const answer = await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'ana' });
  return first(answer.ok().ReferralInfo, ({ Id, Etag }) => ({ Id, Etag }));
}

/** Says what the rules answer about a referral, as one of its readers sees it. */
export async function checksOf(handoff: Pick<TestApi, 'call'>, id: string, as: PersonName = 'vic') {
  const answer = await handoff.call(api.referrals.checks, { query: { id } }, { as });
  return first(answer.ok().ReferralChecks, (checks) => checks);
}

export const agencyDraft = (changes: Partial<NewBusinessDomain> = {}): NewBusinessDomain => ({
  ...proposedBusinessDomain,
  Name: 'Lakeside Home Care',
  States: ['VT'],
  Npis: ['1427038314'],
  ...changes,
});

/** A new agency of ours, where no one works yet. */
export async function agency(handoff: TestApi): Promise<{ Id: string; Etag: string }> {
  const body = agencyDraft({ Name: `Agency ${handoff.platform.random.uuid()}` });
  const answer = await handoff.call(api.businessDomains.create, { body }, { as: 'ada' });
  return first(answer.ok().BusinessDomainsInfo, ({ Id, Etag }) => ({ Id, Etag }));
}

export async function expectedId(handoff: TestApi): Promise<string> {
  const Email = `${handoff.platform.random.uuid()}@example.org`;
  const body = { Email, SystemRole: 'User' as const, RolesWithinAgencies: [] };
  const answer = await handoff.call(api.users.addExpected, { body }, { as: 'ada' });
  return first(answer.ok().ExpectedUsersInfo, ({ Id }) => Id);
}

/** Ana, who owns a new referral. */
export async function ownerOfReferral(handoff: TestApi): Promise<string> {
  const OwnerId = userId(people.ana.oid);
  const body = { ...(await referral(handoff)), OwnerId };
  (await handoff.call(api.referrals.update, { body }, { as: 'ana' })).ok();
  return OwnerId;
}

/** A new note of Ana's on a new referral. */
export async function noteId(handoff: TestApi): Promise<string> {
  const body = { ReferralId: (await referral(handoff)).Id, ReferralNotes: [{ Text: 'Call before noon.' }] };
  const answer = await handoff.call(api.referrals.updateNotes, { body }, { as: 'ana' });
  return first(answer.ok().ReferralNotes, ({ Id }) => Id);
}

/** A new notification of Mia's. */
export async function notificationId(handoff: TestApi): Promise<string> {
  const ReferralId = (await referral(handoff)).Id;
  const body = { ReferralId, ReferralNotes: [{ Text: 'See this, @Mia Manager.' }] };
  await handoff.call(api.referrals.updateNotes, { body }, { as: 'ana' });
  const query = { id: userId(people.mia.oid) };
  const notifications = await handoff.call(api.users.notifications, { query }, { as: 'mia' });
  return first(notifications.ok().UserNotificationsInfo, ({ Id }) => Id);
}

/** The texts of a person's notifications of a kind, newest first. */
export async function notified(
  { call }: Pick<TestApi, 'call'>,
  as: PersonName,
  kind: UserNotification['Kind'],
): Promise<string[]> {
  const query = { id: userId(people[as].oid) };
  const { UserNotificationsInfo } = (await call(api.users.notifications, { query }, { as })).ok();
  return UserNotificationsInfo.filter(({ Kind }) => Kind === kind).map(({ Text }) => Text);
}

/** A new document of Ana's, attached to the referral and found to be clean. */
export async function blobName(handoff: TestApi, ReferralId: string): Promise<string> {
  const input = { fields: { DocumentTypeId: 'orders', ReferralId }, file: pdf() };
  const answer = await handoff.call(api.services.uploadFile, input, { as: 'ana' });
  const name = first(answer.ok().ReferralDocuments, (document) => document.blobName);
  await scanned(handoff, name);
  return name;
}

/** A document of Ana's whose blocks have arrived. */
export async function uploadedBlocks(handoff: TestApi, file = pdf()) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const UploadId = randomUUID();
  const query = { UploadId, Bytes: bytes.length };
  const { Url } = (await handoff.call(api.services.uploadAccess, { query }, { as: 'ana' })).ok();
  await stageBlocks(
    Url,
    bytes,
    Array.from({ length: blockCount(bytes.length) }, (_, index) => index),
  );
  const Sha256 = createHash('sha256').update(bytes).digest('hex');
  return { UploadId, FileName: file.name, Bytes: bytes.length, Sha256 };
}

/** Gives a document of Harbor's the result of its malware scan. */
export async function scanned(handoff: TestApi, name: string): Promise<void> {
  const event = await scanBlob(handoff.settings['AzureWebJobsStorage'] ?? '', `${HARBOR}/${name}`);
  await handoff.app.recordScan(event);
}

export const stateFile = (state: FileSubject) => ({
  fields: { state },
  file: new File(
    [`NUMBER,STREET,UNIT,CITY,POSTCODE\n12,MAIN ST,,TOWN,06103\n13,,,TOWN,06103\n`],
    `${state}.csv`,
    {
      type: 'text/csv',
    },
  ),
});

const Started = z.object({ ImportId: z.string() });

export async function importId(handoff: TestApi, state: FileSubject): Promise<string> {
  const answer = await handoff.call(api.imports.upload, stateFile(state), { as: 'ada' });
  if (answer.status === 501) return `${state.toLowerCase()}-00000000`;
  return Started.parse(answer.ok()).ImportId;
}

export const largeFile = { FileName: 'ct.csv', Bytes: 12, Head: '0'.repeat(64) };

/** An upload that waits for its blocks, or has them. */
export async function begunUploadId(handoff: TestApi, has?: 'all its blocks'): Promise<string> {
  const body = { State: 'CT' as const, ...largeFile };
  const begun = await handoff.call(api.imports.beginUpload, { body }, { as: 'ada' });
  const { ImportId } = Started.parse(begun.ok());
  if (has === undefined) return ImportId;
  const access = await handoff.call(api.imports.uploadAccess, { query: { id: ImportId } }, { as: 'ada' });
  await stageBlocks(access.ok().Url, Buffer.from('number,zip\r\n'), [0]);
  return ImportId;
}

/** An import that has run, with one row it rejected. */
export async function finishedImportId(handoff: TestApi, state: FileSubject): Promise<string> {
  const id = await importId(handoff, state);
  await handoff.app.importStateFile({ importId: id, fileName: `${state}.csv` });
  return id;
}

/** Ada is notified that her import has ended. */
export async function personalNotificationId(handoff: TestApi): Promise<string> {
  await finishedImportId(handoff, 'VT');
  const notifications = await handoff.call(api.users.personalNotifications, { query: {} }, { as: 'ada' });
  return first(notifications.ok().UserNotificationsInfo, ({ Id }) => Id);
}

const Slice = z.record(z.string(), z.array(z.object({ Id: z.string(), Etag: z.string() })));

/** Records of the directory have different names, and plans different numbers. */
export function renamed<Draft extends object>(draft: Draft, handoff: TestApi) {
  const uuid = handoff.platform.random.uuid();
  const digits = String(Number.parseInt(uuid.slice(0, 8), 16)).padStart(7, '0');
  const numbers = { ContractId: `H${digits.slice(-7, -3)}`, PlanId: digits.slice(-3) };
  return { ...draft, Name: `Example ${uuid}`, ...('ContractId' in draft && numbers) };
}

/** A new record of the directory. */
export async function party(
  handoff: TestApi,
  create: Endpoint,
  draft: object,
): Promise<{ Id: string; Etag: string }> {
  const answer = await handoff.call(create, { body: draft }, { as: 'mia' });
  if (answer.status === 501) return { Id: 'not-built-yet', Etag: 'not-built-yet' };
  return first(Object.values(Slice.parse(answer.ok())).flat(), (made) => made);
}

function first<T, R>(items: T[], pick: (item: T) => R): R {
  const [item] = items;
  if (item === undefined) throw new Error('The call answered with an empty list');
  return pick(item);
}

/** Creates a deleted referral that can be restored. */
export async function deletedReferralId(handoff: TestApi): Promise<string> {
  const { Id } = await referral(handoff);
  (await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'ana' })).ok();
  return Id;
}

/** Creates a referral of Ana's that besides her only managers see. */
export async function restrictedReferral(handoff: TestApi): Promise<{ Id: string }> {
  const { Id } = await referral(handoff);
  const body = { Id, IsRestricted: true, Reason: 'A neighbor of our staff' };
  (await handoff.call(api.referrals.setRestriction, { body }, { as: 'mia' })).ok();
  return { Id };
}

/** An emergency access of Cal's. */
export async function breakGlassId(handoff: TestApi): Promise<string> {
  const ReferralId = (await restrictedReferral(handoff)).Id;
  const body = { ReferralId, Reason: 'The patient called in pain' };
  const answer = await handoff.call(api.referrals.breakGlass, { body }, { as: 'cal' });
  return first(answer.ok().BreakGlass, ({ Id }) => Id);
}
