import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { isUsable, type Referral } from '@handoff/shared/domain/referral/referral';
import { isLinkOpen, senderLinkLimits, type SenderView } from '@handoff/shared/domain/referral/sender-link';
import type { ApiHandlers } from '../../../http/handlers.ts';
import { listsKind } from '../../../records/kinds/agency-records.ts';
import { referralKind, senderLinkKind, documentsOf } from '../../../records/kinds/referral-records.ts';
import { businessDomainKind } from '../../../records/kinds/user-records.ts';
import { listAll } from '../../../records/reader.ts';
import { linkRefusal } from '../../../auth/sender.ts';

export const senderView: ApiHandlers['senderLinks']['view'] = async (_input, context) => {
  const { caller, find, system, viewed, now } = context;
  const link = await find.get(senderLinkKind, caller.claims.oid);
  const referral = link && (await find.get(referralKind, link.ReferralId));
  if (!referral || !isLinkOpen(link, now)) throw linkRefusal();
  const [lists, documents, agency] = await Promise.all([
    find.get(listsKind, 'lists'),
    listAll(find, documentsOf(referral.Id)),
    system.get(businessDomainKind, caller.businessDomainId),
  ]);
  viewed(referral.Id);
  const there = new Set(documents.filter(isUsable).map(({ DocumentTypeId }) => DocumentTypeId));
  const types = lists?.SettingsDocumentTypesInfo ?? [];
  return {
    ...agencyOf(agency),
    Initials: initialsOf(referral),
    Progress: progressOf(referral, lists?.SettingsReferralStatusesInfo.find(isOffered)?.Id),
    ...outcomeOf(referral),
    Message: link.Message,
    ExpiresAt: link.ExpiresAt,
    Documents: types
      .filter(({ Id }) => link.DocumentTypeIds.includes(Id))
      .map(({ Id, Name }) => ({ Id, Name, IsReceived: there.has(Id) })),
    FilesLeft: referral.Decision.Kind === 'Pending' ? senderLinkLimits.files - link.Files : 0,
    LinesLeft: senderLinkLimits.lines - link.Lines,
  };
};

const agencyOf = (agency: Pick<BusinessDomain, 'Name' | 'Phone'> | undefined) => ({
  Agency: agency?.Name ?? '',
  Phone: agency?.Phone ?? '',
});

/** What a sender must know of a decision; never its reason, and a partner's name only if the patient was passed on. */
function outcomeOf({ Decision: { Kind, HandedTo }, Clinical }: Referral) {
  return {
    CareFrom: Kind === 'Accepted' ? Clinical.StartOfCare || Clinical.RequestedStart : '',
    PassedTo: Kind === 'Declined' ? HandedTo : '',
  };
}

const initialsOf = ({ Patient: { FirstName, LastName } }: Referral) =>
  [FirstName, LastName].map((name) => name && `${name.charAt(0)}.`).join('');

/** Never why, nor by whom: in its first status, a referral that no one took from its recorder is only received. */
function progressOf(
  { Decision, Owner, CreatedBy, StatusId }: Referral,
  first: string | undefined,
): SenderView['Progress'] {
  if (Decision.Kind !== 'Pending') return Decision.Kind;
  const isTaken = Owner !== null && Owner.Id !== CreatedBy.Id;
  return !isTaken && StatusId === first ? 'Received' : 'In review';
}
