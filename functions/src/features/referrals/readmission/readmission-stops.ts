import type { WriteContext } from '../../../core/context.ts';
import type { Api } from '@handoff/shared/contract/api';
import { maskMbi, maskNumbersIn, maskSsn } from '@handoff/shared/domain/person/identifiers';
import { ReadmissionStop } from '@handoff/shared/domain/referral/readmission-stop';
import { assertCurrentVersion } from '../../../records/concurrency-check.ts';
import { editedBy } from '../../../records/edited-by.ts';
import { fieldChanges } from '../../../records/field-changes.ts';
import { notFound } from '../../../core/app-error.ts';
import type { AtomicHandler, Handlers, ReadHandler } from '../../../http/handlers.ts';
import { announceChange } from '../../../writes/announce-change.ts';
import { listAll } from '../../../records/reader.ts';
import { recordsOfType } from '../../../core/record-kind.ts';
import { duplicateKeys } from '../../../records/duplicate-keys.ts';
import { readmissionStopKind, sealedStopKind } from '../../../records/kinds/readmission-records.ts';
import { sealedReferralKind } from '../../../records/kinds/referral-records.ts';
import { openNumbers, sealNumbers } from '../../../records/sealed-numbers.ts';
import { numbersAfter } from '../numbers/patient-numbers.ts';

type Calls = Api['readmissionStops'];

const list: ReadHandler<Calls['list']> = async (_input, { find, viewed }) => {
  const { type } = readmissionStopKind;
  const stops = await listAll(find, readmissionStopKind, { sql: recordsOfType, parameters: { type } });
  const ids = stops.map(({ Id }) => Id);
  viewed('Do-not-readmit list', ids);
  return { ReadmissionStopsInfo: stops };
};

const create: AtomicHandler<Calls['create']> = async ({ body }, context) => {
  const { work, caller, now, fieldKeys } = context;
  const { ReferralId, Patient, ...rest } = body;
  const numbers = await numbersOf(context, { ReferralId, Patient });
  const { 'Patient.Mbi': mbi = '', 'Patient.Ssn': ssn = '' } = numbers;
  const stop: ReadmissionStop = {
    ...rest,
    Note: maskNumbersIn(rest.Note),
    Id: work.newId(readmissionStopKind.type),
    Patient: { ...Patient, Mbi: maskMbi(mbi), Ssn: maskSsn(ssn) },
    Since: now.toISOString(),
    By: caller.person,
    ...editedBy(context),
  };
  const domainId = caller.businessDomainId;
  const owner = { domainId, id: stop.Id, type: readmissionStopKind.type };
  work.create(sealedStopKind, {
    ...stop,
    DuplicateKeys: await duplicateKeys(fieldKeys, { domainId, fields: stop, numbers }),
    ...(await sealNumbers(fieldKeys, owner, numbers)),
  });
  record(context, { action: 'readmission-stop.created', stop, changes: fieldChanges({}, told(stop)) });
  return { ReadmissionStopsInfo: [stop] };
};

const update: AtomicHandler<Calls['update']> = async ({ body }, context) => {
  const { work } = context;
  const { Id, Etag: basedOn, ...patch } = body;
  const before = await work.get(readmissionStopKind, Id);
  if (!before) throw notFound('This entry');
  await assertCurrentVersion(work, { what: 'this entry', current: before, basedOn, patch });
  const { Reason = before.Reason, Note = before.Note, EndsOn = before.EndsOn } = patch;
  const merged = { ...before, Reason, Note: maskNumbersIn(Note), EndsOn };
  const changes = fieldChanges(told(before), told(merged));
  if (changes.length === 0) return { ReadmissionStopsInfo: [before] };
  const after = { ...merged, ...editedBy(context) };
  work.replace(readmissionStopKind, before, after);
  record(context, { action: 'readmission-stop.updated', stop: after, changes });
  return { ReadmissionStopsInfo: [after] };
};

const remove: AtomicHandler<Calls['remove']> = async ({ body }, context) => {
  const { work } = context;
  const stop = await work.get(readmissionStopKind, body.Id);
  if (!stop) throw notFound('This entry');
  await assertCurrentVersion(work, { what: 'this entry', current: stop, basedOn: body.Etag, patch: {} });
  work.softDelete(readmissionStopKind, stop);
  record(context, { action: 'readmission-stop.deleted', stop, changes: [] });
  return { ReadmissionStopsInfo: [stop] };
};

export const readmissionStopHandlers: Handlers<Api>['readmissionStops'] = { list, create, update, remove };

/** Masked numbers refer to those of the named referral. */
async function numbersOf(
  { work, fieldKeys, caller }: WriteContext,
  { ReferralId, Patient }: Pick<Parameters<typeof create>[0]['body'], 'ReferralId' | 'Patient'>,
) {
  const referral = ReferralId === undefined ? undefined : await work.get(sealedReferralKind, ReferralId);
  if (ReferralId !== undefined && !referral) throw notFound('This referral');
  const owner = { domainId: caller.businessDomainId, id: ReferralId ?? '' };
  const known = referral && { referral, numbers: await openNumbers(fieldKeys, owner, referral) };
  const { Mbi, Ssn } = Patient;
  const all = Object.entries(numbersAfter({ Patient: { Mbi, Ssn } }, known));
  return Object.fromEntries(all.filter(([field]) => field.startsWith('Patient.')));
}

type Change = ReturnType<typeof fieldChanges>[number];

/** The audit log is permanent and the note is not, so the log says only that the note changed. */
function record(
  context: WriteContext,
  { action, stop, changes }: { action: string; stop: ReadmissionStop; changes: Change[] },
): void {
  const withoutNote = changes.map((change) =>
    change.field === 'Note' ? { field: 'Note', old: null, new: 'Changed' } : change,
  );
  context.work.audit({ action, subject: stop.Id, changes: withoutNote });
  announceChange(context, { topic: 'settings', id: stop.Id });
}

const told = ({ Reason, Note, EndsOn }: ReadmissionStop) => ({ Reason, EndsOn, Note });
