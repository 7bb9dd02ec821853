import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { SENDER_SCHEME } from '@handoff/shared/contract/headers';
import { isLinkOpen, type SenderLink } from '@handoff/shared/domain/referral/sender-link';
import type { Caller } from '../core/context.ts';
import { partitionOf } from '../core/access.ts';
import type { Platform } from '../platform/ports.ts';
import { referralKind, senderLinkKind } from '../records/kinds/referral-records.ts';
import { readerOn } from '../records/reader.ts';
import { sightOf } from '../records/restriction.ts';
import { AppError } from '../core/app-error.ts';
import { sha256 } from '../core/hash.ts';

/** The agency, and 256 random bits in base64url. */
const credentials = /^([\w-]{1,80})\.([\w-]{43})$/;

export async function loadSender(
  platform: Platform,
  endpoint: Endpoint,
  authorization = '',
): Promise<Caller> {
  const [scheme, sent = ''] = authorization.split(' ');
  const [, businessDomainId = '', secret = ''] = credentials.exec(sent) ?? [];
  if (scheme !== SENDER_SCHEME || secret === '') throw linkRefusal();
  const caller = senderCaller(linkIdFor(secret), businessDomainId);
  if (!(await isWelcome(platform, endpoint, caller))) throw linkRefusal();
  return caller;
}

/** The link and a referral are read in any case, so that every refusal takes as long. */
async function isWelcome(platform: Platform, endpoint: Endpoint, caller: Caller): Promise<boolean> {
  const now = platform.clock.now();
  const partition = platform.store.app(partitionOf(endpoint.scope, caller));
  const link = senderLinkKind.schema.safeParse(await partition.read(caller.claims.oid)).data;
  const find = readerOn(platform, partition.key, sightOf({ endpoint, caller, partition, now }));
  // A restricted, deleted or merged referral is not found.
  const referral = await find.get(referralKind, link?.ReferralId ?? 'referral-none');
  return referral !== undefined && link !== undefined && isLinkOpen(link, now);
}

function senderCaller(Id: string, businessDomainId: string): Caller {
  const person = senderOf({ Id });
  return {
    claims: { oid: Id, tid: '', name: person.FullName, email: '', signedInAt: 0 },
    person,
    roles: { SystemRole: 'User' },
    businessDomainId,
  };
}

/** Only this hash of the secret is stored: whoever reads the database cannot open the page. */
export const linkIdOf = (secretSha256: string) => `sender-link-${secretSha256}`;
const linkIdFor = (secret: string) => linkIdOf(sha256(secret));

/** The one answer to a secret that is wrong, expired, revoked or of a referral that is gone. */
export const linkRefusal = () =>
  new AppError('not_signed_in', 'This link does not work, or no longer. Ask the agency for a new one.');

/** Named in records and the audit in place of a person, because a link does not say who holds it. */
export const senderOf = ({ Id }: Pick<SenderLink, 'Id'>) => ({ Id, FullName: 'Sender link' });
