import type { SenderLink } from '@handoff/shared/domain/referral/sender-link';
import { AppError } from '../core/app-error.ts';
import { sha256 } from '../core/hash.ts';

/** Only this hash of the secret is stored: whoever reads the database cannot open the page. */
export const linkIdOf = (secretSha256: string) => `sender-link-${secretSha256}`;
export const linkIdFor = (secret: string) => linkIdOf(sha256(secret));

/** The one answer to a secret that is wrong, expired, revoked or of a referral that is gone. */
export const linkRefusal = () =>
  new AppError('not_signed_in', 'This link does not work, or no longer. Ask the agency for a new one.');

/** Named in records and the audit in place of a person, because a link does not say who holds it. */
export const senderOf = ({ Id }: Pick<SenderLink, 'Id'>) => ({ Id, FullName: 'Sender link' });
