import { isOffered, type ConfiguredStatus, type DocumentType } from '../agency/list-settings.ts';
import { information, type missingInformation, neededBy } from './needed-information.ts';
import type { Decision } from './referral.ts';

interface StatusMove {
  statuses: readonly ConfiguredStatus[];
  documentTypes: readonly DocumentType[];
  /** Ids of the document types that the referral has a document of. */
  documents: ReadonlySet<string>;
  /** Undefined leaves its information unchecked. */
  referral?: Parameters<typeof missingInformation>[0];
  /** Undefined for a new referral. */
  from: string | undefined;
  to: string;
  decision: Decision['Kind'];
}

/** Says in a sentence why the agency's own lists do not allow this status; undefined when they do. */
export function statusRefusal(move: StatusMove): string | undefined {
  const { statuses, from, to, decision } = move;
  const status = statuses.find(({ Id }) => Id === to);
  if (from !== to) {
    if (!status || !isOffered(status)) return 'This status no longer exists.';
    if (!nextStatuses(statuses, from).includes(status)) return wrongOrder(move, status);
    const missing = missingFor(move);
    if (missing.length > 0)
      return `"${status.Name}" needs: ${missing.join(', ')}. Attach the documents first.`;
    const unknown = unknownFor(move, status);
    if (unknown.length > 0) return `"${status.Name}" needs: ${unknown.join(', ')}. Edit the referral first.`;
  }
  if (!status?.Decision || status.Decision === decision) return undefined;
  if (from !== to) return `${status.Decision === 'Accepted' ? 'Accept' : 'Decline'} the referral first.`;
  return `"${status.Name}" is for ${status.Decision.toLowerCase()} referrals; this one is ${decision.toLowerCase()}.`;
}

/**
 * Returns the status that a decision brings with it: one for referrals with this decision. If none may follow, the
 * status stays, or returns to an open one when its own status is for another decision.
 */
export function statusAfterDecision(move: Omit<StatusMove, 'to'> & { from: string }): string {
  const { statuses, from, decision } = move;
  const current = statuses.find(({ Id }) => Id === from);
  if (current?.Decision === decision) return from;
  const allowed = nextStatuses(statuses, from).filter(
    ({ Id }) => Id !== from && statusRefusal({ ...move, to: Id }) === undefined,
  );
  // An acceptance leads on, and not back from a later step of the work.
  const isAhead = (status: ConfiguredStatus) =>
    !current || current.Terminal || statuses.indexOf(status) > statuses.indexOf(current);
  const isMadeFor = (status: ConfiguredStatus) =>
    status.Decision === decision && (decision === 'Declined' || (!status.Terminal && isAhead(status)));
  const goesBack = current?.Decision !== undefined && decision !== 'Declined';
  const status = allowed.find(isMadeFor) ?? (goesBack ? allowed.find(isWork) : undefined);
  return status?.Id ?? from;
}

const isWork = ({ Decision: of, Terminal }: ConfiguredStatus) => of === undefined && !Terminal;

/** Returns the statuses that may follow, including the current one; all offered ones if it names none. */
export function nextStatuses(
  statuses: readonly ConfiguredStatus[],
  from: string | undefined,
): ConfiguredStatus[] {
  const next = statuses.find(({ Id }) => Id === from)?.Next;
  return statuses.filter(
    (status) => isOffered(status) && (!next || next.includes(status.Id) || status.Id === from),
  );
}

function wrongOrder({ statuses, from }: StatusMove, status: ConfiguredStatus): string {
  const before = statuses.find(({ Id }) => Id === from)?.Name ?? '';
  const next = nextStatuses(statuses, from)
    .filter(({ Id }) => Id !== from)
    .map(({ Name }) => `"${Name}"`);
  return `"${status.Name}" cannot follow "${before}". Next can be: ${next.join(', ')}.`;
}

function unknownFor({ referral }: StatusMove, status: ConfiguredStatus): string[] {
  const needs = neededBy(status);
  return needs
    .filter((name) => referral && !information[name].isThere(referral))
    .map((name) => information[name].name);
}

const missingFor = ({ documentTypes, documents, to }: StatusMove): string[] =>
  documentTypes
    .filter((type) => isOffered(type) && type.RequiredFor?.includes(to) && !documents.has(type.Id))
    .map(({ Name }) => Name);
