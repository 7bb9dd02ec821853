import type { ReadContext } from '../../../core/context.ts';
import type { FileDownload } from '@handoff/shared/contract/endpoint';
import { notFound } from '../../../core/app-error.ts';
import type { ApiHandlers } from '../../../http/handlers.ts';
import { listAll } from '../../../records/reader.ts';
import { listsKind } from '../../../records/kinds/agency-records.ts';
import { sealedReferralKind, documentsOf, notesOf } from '../../../records/kinds/referral-records.ts';
import { memberField, openNumbers } from '../../../records/sealed-numbers.ts';
import { businessDomainKind } from '../../../records/kinds/user-records.ts';
import { ExportedCheck } from './coverage-resources.ts';
import { referralBundle } from './referral-bundle.ts';
import { checkKind } from '../../../records/kinds/eligibility-records.ts';
import { readAs } from '../../../core/unit-of-work.ts';

type Calls = ApiHandlers['referrals'];

export const exportFhir: Calls['fhir'] = async ({ query }, context) => {
  const file = await fhirFile(context, { id: query.id, withNumbers: false });
  context.viewed(query.id);
  return file;
};

export const exportFhirWithNumbers: Calls['fhirWithNumbers'] = async ({ body }, context) => {
  const file = await fhirFile(context, { id: body.Id, withNumbers: true });
  context.viewed(body.Id, undefined, body.Reason);
  return file;
};

const exportedCheckKind = readAs(checkKind, ExportedCheck);

interface AskedExport {
  id: string;
  withNumbers: boolean;
}

async function fhirFile(context: ReadContext, { id, withNumbers }: AskedExport): Promise<FileDownload> {
  const { caller, find, system, fieldKeys, now } = context;
  const domainId = caller.businessDomainId;
  const [referral, documents, notes, lists, agency] = await Promise.all([
    find.get(sealedReferralKind, id),
    listAll(find, documentsOf(id)),
    listAll(find, notesOf(id)),
    find.get(listsKind, 'lists'),
    system.get(businessDomainKind, domainId),
  ]);
  if (!referral) throw notFound('This referral');
  if (!agency) throw notFound('This agency');
  const { EligibilityCheckId: checkId } = referral;
  const check = checkId === undefined ? undefined : await find.get(exportedCheckKind, checkId);
  const whole = withNumbers ? await openNumbers(fieldKeys, { domainId, id }, referral) : undefined;
  const numbers = whole && {
    mbi: whole['Patient.Mbi'],
    memberIds: referral.Payers.map((_, index) => whole[memberField(index)]),
  };
  const bundle = referralBundle({ referral, documents, notes, lists, agency, check, numbers, now });
  return {
    name: `referral-${referral.Id}.fhir.json`,
    type: FHIR_JSON,
    bytes: new TextEncoder().encode(JSON.stringify(bundle)),
  };
}

const FHIR_JSON = 'application/fhir+json';
