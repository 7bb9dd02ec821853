import { errorName } from '../../../platform/ports.ts';
import { sha256 } from '../../../core/hash.ts';
import type { WriteContext, JobContext, JobPorts } from '../../../core/context.ts';
import { createHash } from 'node:crypto';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { type ReferralDocument, type Transfer, undecided } from '@handoff/shared/domain/referral/referral';
import { TransferredReferral } from '@handoff/shared/domain/referral/passed-on';
import { inAgenciesWith } from '../../../writes/job-context.ts';
import { notifyManagers } from '../../../writes/notify-person.ts';
import { queueWebhooks } from '../../../records/queue-webhooks.ts';
import { listAll } from '../../../records/reader.ts';
import { listsKind, type DomainLists } from '../../../records/kinds/agency-records.ts';
import {
  documentKind,
  sealedReferralKind,
  type SealedReferral,
  documentsOf,
} from '../../../records/kinds/referral-records.ts';
import { openNumbers, sealNumbers, type Numbers } from '../../../records/sealed-numbers.ts';
import { duplicateKeys } from '../../../records/duplicate-keys.ts';
import { referralsOnTheirWay } from '../referral-queries.ts';
import { copySharedNotes } from './copy-shared-notes.ts';

export type TransferJob = JobContext & Pick<JobPorts, 'documents'>;

interface Sending {
  job: TransferJob;
  from: BusinessDomain;
  referral: SealedReferral;
  transfer: Transfer;
}

/**
 * Moves referrals that were transferred to another agency; the timer runs it. It writes files first, then the referral
 * and its records in one batch, then its shared notes, and the confirmation to the sender last, so a repeated run finds
 * what is there. A transfer that is canceled before it arrives leaves no record behind, and the purge removes its
 * files.
 */
export async function receiveTransfers(job: TransferJob): Promise<void> {
  await inAgenciesWith(job, [referralsOnTheirWay], {
    event: 'transfers-failed',
    work: async (from) => {
      for (const referral of await listAll(job.find(from.Id), referralsOnTheirWay))
        if (referral.Transfer) await tryToReceive({ job, from, referral, transfer: referral.Transfer });
    },
  });
}

/** A transfer that fails does not hold up the others. */
async function tryToReceive(sending: Sending): Promise<void> {
  try {
    await receive(sending);
  } catch (error) {
    const agency = sending.transfer.Agency.Id;
    sending.job.log({ level: 'error', event: 'transfers-failed', agency, error: errorName(error) });
  }
}

async function receive(sending: Sending): Promise<void> {
  const { job, from, referral, transfer } = sending;
  const to = transfer.Agency.Id;
  const Id = `referral-${sha256(`transfer|${from.Id}|${referral.Id}|${to}`).slice(0, 32)}`;
  const numbers = await openNumbers(job.fieldKeys, { domainId: from.Id, id: referral.Id }, referral);
  const lists = await job.find(from.Id).get(listsKind, 'lists');
  const documents = await copiedDocuments(sending, { Id, lists });
  const write = { job: 'transfers', as: `Transfer from ${from.Name}`, work: ['transfer', referral.Id, to] };
  await job.atomic({ ...write, domainId: to }, async (context) => {
    await take(context, { ...sending, Id, numbers, documents, lists });
  });
  await copySharedNotes({ ...sending, Id, as: write.as });
  await job.atomic({ ...write, as: transfer.Agency.Name, domainId: from.Id }, async (context) => {
    const sent = await context.work.get(sealedReferralKind, referral.Id);
    if (!sent?.Transfer) return;
    context.work.replace(sealedReferralKind, sent, {
      ...sent,
      Transfer: { ...sent.Transfer, ReferralId: Id },
    });
    context.work.record({ action: 'referral.transfer-received', subject: sent.Id, topic: 'referral' });
  });
}

interface Taking extends Sending {
  Id: string;
  numbers: Numbers;
  documents: readonly CopiedDocument[];
  /** The lists of the agency that sends it. */
  lists: DomainLists | undefined;
}

/** As that agency would have recorded it, with its origin; without internal notes and the decision. */
async function take(context: WriteContext, taking: Taking): Promise<void> {
  const { work, caller, now, fieldKeys } = context;
  const { Id, from, referral, transfer, numbers, documents } = taking;
  const lists = await work.get(listsKind, 'lists');
  const status = lists?.SettingsReferralStatusesInfo.find(isOffered);
  if (!status) throw new Error('An agency without statuses takes no referral');
  const { Services, ServicesNotOffered } = servicesHere(taking, lists);
  const at = now.toISOString();
  const owner = { domainId: caller.businessDomainId, id: Id };
  work.create(sealedReferralKind, {
    ...TransferredReferral.parse(referral),
    Id,
    Services,
    // The time to answer starts over.
    ReceivedAt: at,
    Etag: work.etag,
    StatusId: status.Id,
    Decision: undecided,
    Owner: null,
    TransferredFrom: {
      Agency: { Id: from.Id, Name: from.Name },
      ReferralId: referral.Id,
      At: transfer.At,
      By: transfer.By,
      ReceivedAt: referral.ReceivedAt,
      Comment: referral.Decision.Comment,
      ServicesNotOffered,
    },
    CreatedAt: at,
    // No one who works there recorded it.
    CreatedBy: caller.person,
    UpdatedAt: at,
    UpdatedBy: caller.person,
    DocumentCount: documents.length,
    NoteCount: 0,
    DuplicateKeys: await duplicateKeys(fieldKeys, { ...owner, fields: referral, numbers }),
    ...(await sealNumbers(fieldKeys, owner, numbers)),
  });
  for (const { typeName, ...document } of documents)
    work.create(documentKind, { ...document, DocumentTypeId: documentTypeHere(typeName, lists) });
  const changes = [{ field: 'TransferredFrom', old: null, new: from.Name }];
  work.record({ action: 'referral.transferred-here', subject: Id, changes, topic: 'referral' });
  await queueWebhooks(context, { event: 'referral.created', referralId: Id });
  const text = `${from.Name} transferred a referral to this agency`;
  await notifyManagers(context, { kind: 'assignment', subject: Id, text });
}

type CopiedDocument = ReferralDocument & { typeName: string };

/** New files of that agency, which are scanned there before anyone opens them; malware is not copied. */
async function copiedDocuments(
  { job, from, referral, transfer }: Sending,
  { Id, lists }: Pick<Taking, 'Id' | 'lists'>,
): Promise<CopiedDocument[]> {
  const { documents: files } = job;
  const copied: CopiedDocument[] = [];
  for (const document of await listAll(job.find(from.Id), documentsOf(referral.Id))) {
    if (document.Scan.State !== 'clean' && document.Scan.State !== 'checking') continue;
    const file = await files.read(`${from.Id}/${document.blobName}`);
    if (!file || createHash('sha256').update(file.bytes).digest('hex') !== document.Sha256) continue;
    const name = `${sha256(`${Id}|${document.Id}`).slice(0, 32)}-${document.Sha256.slice(0, 32)}`;
    const blobName = `${name}.${document.blobName.split('.').at(-1) ?? ''}`;
    await files.putIfAbsent(`${transfer.Agency.Id}/${blobName}`, file);
    const at = job.clock.now().toISOString();
    copied.push({
      ...document,
      Id: `document-${name}`,
      blobName,
      ReferralId: Id,
      Scan: { State: 'checking', At: at, AskedAt: at, Reason: '' },
      typeName:
        lists?.SettingsDocumentTypesInfo.find((type) => type.Id === document.DocumentTypeId)?.Name ?? '',
    });
  }
  return copied;
}

/** Each agency has its own lists, so entries are matched by name. */
function servicesHere({ referral, lists }: Taking, here: DomainLists | undefined) {
  const asked = referral.Services.map(
    (id) => lists?.SettingsDisciplinesInfo.find((service) => service.Id === id)?.Name ?? id,
  );
  const offered = new Map(
    here?.SettingsDisciplinesInfo.filter(isOffered).map(({ Id, Name }) => [Name.toLowerCase(), Id]),
  );
  return {
    Services: asked.flatMap((name) => offered.get(name.toLowerCase()) ?? []),
    ServicesNotOffered: asked.filter((name) => !offered.has(name.toLowerCase())),
  };
}

function documentTypeHere(name: string, lists: DomainLists | undefined): string {
  const offered = lists?.SettingsDocumentTypesInfo.filter(isOffered) ?? [];
  const type = offered.find((each) => each.Name.toLowerCase() === name.toLowerCase()) ?? offered[0];
  return type?.Id ?? '';
}
