import type { ReadContext } from '../../core/context.ts';
import { mayDo } from '@handoff/shared/domain/access/role';
import { PrintedCheck } from '@handoff/shared/domain/eligibility/printed-check';
import { isOpenable, isShared, isUsable } from '@handoff/shared/domain/referral/referral';
import { AppError, notFound } from '../../core/app-error.ts';
import { listAll } from '../../records/reader.ts';
import {
  keyedReferralKind,
  keptReferral,
  documentsOf,
  linksOf,
  notesOf,
} from '../../records/kinds/referral-records.ts';
import { lastAnswer } from './admission-answer.ts';
import { checkReferral, type ReferralHandlers } from './checks/referral-checks.ts';
import { relatedTo } from './related-referrals.ts';
import { checkKind } from '../../records/kinds/eligibility-records.ts';
import { readAs } from '../../core/unit-of-work.ts';

type Calls = ReferralHandlers;

export const byId: Calls['byId'] = async ({ query }, context) => {
  const { keyed: referral, ...detail } = await detailOf(context, query.id);
  const [RelatedReferrals, Admission] = await Promise.all([
    relatedTo(context.find, referral),
    lastAnswer(context.find, referral),
  ]);
  return { ...detail, RelatedReferrals, Admission };
};

/** Searches for duplicates, so a screen asks for it beside the referral, and nothing waits for it. */
export const checks: Calls['checks'] = async ({ query: { id } }, context) => {
  const { find, viewed } = context;
  const [referral, documents] = await Promise.all([
    find.get(keyedReferralKind, id),
    listAll(find, documentsOf(id)),
  ]);
  if (!referral) throw await notFoundOrMerged(context, id);
  viewed(referral.Id);
  return {
    ReferralChecks: [await checkReferral(context, { referral, documents: documents.filter(isUsable) })],
  };
};

const printedCheckKind = readAs(checkKind, PrintedCheck);

/** A single read, so that a printed packet leaves one entry in the audit log. */
export const packet: Calls['packet'] = async ({ query }, context) => {
  const { caller, find, now } = context;
  const { keyed, ...detail } = await detailOf(context, query.id);
  const documents = detail.ReferralDocuments.filter(isUsable);
  const { EligibilityCheckId: checkId } = detail.ReferralInfo[0];
  const mayReadChecks = mayDo(caller.roles, 'eligibility.read');
  const check =
    checkId !== undefined && mayReadChecks ? await find.get(printedCheckKind, checkId) : undefined;
  const links = await listAll(find, linksOf(query.id));
  const notes = detail.ReferralNotes.filter((note) => query.InternalNotes === 'true' || isShared(note));
  return {
    ...detail,
    ReferralChecks: [await checkReferral(context, { referral: keyed, documents })],
    ReferralNotes: notes,
    NotesLeftOut: detail.ReferralNotes.length - notes.length,
    ReferralDocuments: detail.ReferralDocuments.filter(isOpenable),
    DocumentsLeftOut: detail.ReferralDocuments.filter((document) => !isOpenable(document)).length,
    MessagesToSource: links.map(({ Message }) => Message).filter((text) => text !== ''),
    LastCheck: check ?? null,
    PrintedAt: now.toISOString(),
    PrintedBy: caller.person,
  };
};

async function detailOf(context: ReadContext, id: string) {
  const { find, viewed } = context;
  const [referral, documents, notes] = await Promise.all([
    find.get(keyedReferralKind, id),
    listAll(find, documentsOf(id)),
    listAll(find, notesOf(id)),
  ]);
  if (!referral) throw await notFoundOrMerged(context, id);
  viewed(referral.Id);
  return {
    keyed: referral,
    ReferralInfo: [referral] satisfies [unknown],
    ReferralDocuments: documents,
    ReferralNotes: notes,
  };
}

/** Old links and notifications may name a referral that was merged into another one. */
async function notFoundOrMerged({ find }: ReadContext, id: string): Promise<AppError> {
  const ReferralId = (await keptReferral(find, id))?.Id;
  if (ReferralId === undefined) return notFound('This referral');
  const message = 'This referral was merged into another one of the same patient.';
  return new AppError('not_found', message, { mergedInto: { ReferralId } });
}
