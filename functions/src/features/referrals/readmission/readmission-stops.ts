import type { WriteContext } from '../../../core/context.ts';
import { maskMbi, maskNumbersIn, maskSsn } from '@handoff/shared/domain/person/identifiers';
import { ReadmissionStop } from '@handoff/shared/domain/referral/readmission-stop';
import { editedBy } from '../../../records/concurrency-check.ts';
import { fieldChanges } from '../../../records/field-changes.ts';
import { notFound } from '../../../core/app-error.ts';
import type { ApiHandlers } from '../../../http/handlers.ts';
import { edit, remove, type Editable } from '../../../writes/edit.ts';
import { listAll } from '../../../records/reader.ts';
import { duplicateKeys } from '../../../records/duplicate-keys.ts';
import { readmissionStopKind, sealedStopKind } from '../../../records/kinds/readmission-records.ts';
import { sealedReferralKind } from '../../../records/kinds/referral-records.ts';
import { openNumbers, sealNumbers } from '../../../records/sealed-numbers.ts';
import { numbersAfter } from '../numbers/patient-numbers.ts';
import { select } from '../../../records/select.ts';

type Calls = ApiHandlers['readmissionStops'];

const list: Calls['list'] = async (_input, { find, viewed }) => {
  const stops = await listAll(find, select(readmissionStopKind));
  const ids = stops.map(({ Id }) => Id);
  viewed('Do-not-readmit list', ids);
  return { ReadmissionStopsInfo: stops };
};

const create: Calls['create'] = async ({ body }, context) => {
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
  const changes = fieldChanges({}, { ...audited(stop), Note: 'Changed' });
  work.record({ action: 'readmission-stop.created', subject: stop.Id, changes, topic: 'settings' });
  return { ReadmissionStopsInfo: [stop] };
};

/** The audit is kept permanently, and the note is not: that it changed is enough. */
const entries: Editable<ReadmissionStop> = {
  kind: readmissionStopKind,
  what: 'this entry',
  announce: 'settings',
  audited,
  unquoted: ['Note'],
};

const update: Calls['update'] = async ({ body }, context) => {
  const { Reason, Note, EndsOn } = body;
  const entry = await edit(context, entries, {
    action: 'readmission-stop.updated',
    asked: body,
    change: (before) => ({
      ...before,
      Reason: Reason ?? before.Reason,
      Note: maskNumbersIn(Note ?? before.Note),
      EndsOn: EndsOn === undefined ? before.EndsOn : EndsOn,
    }),
  });
  return { ReadmissionStopsInfo: [entry] };
};

const removeEntry: Calls['remove'] = async ({ body }, context) => {
  const { record } = await remove(context, entries, { action: 'readmission-stop.deleted', asked: body });
  return { ReadmissionStopsInfo: [record] };
};

export const readmissionStopHandlers: ApiHandlers['readmissionStops'] = {
  list,
  create,
  update,
  remove: removeEntry,
};

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

function audited({ Reason, Note, EndsOn }: ReadmissionStop) {
  return { Reason, EndsOn, Note };
}
