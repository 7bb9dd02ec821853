import { createHash, randomBytes } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import { SENDER_SCHEME } from '@handoff/shared/contract/headers';
import type { SenderLink } from '@handoff/shared/domain/referral/sender-link';
import type { Calls } from '../attacks/attack.ts';
import type { TestApi } from '../api.ts';
import { HARBOR } from '../people.ts';
import { referral } from './example-records.ts';

/** Made in the browser of the person who creates a link. */
export function newSecret() {
  const secret = randomBytes(32).toString('base64url');
  return { secret, SecretSha256: createHash('sha256').update(secret).digest('hex') };
}

/** The request of someone who holds the link with this secret. */
export const holding = (secret: string, agency: string = HARBOR) => ({
  headers: { authorization: `${SENDER_SCHEME} ${agency}.${secret}` },
});

export const linkDraft = (ReferralId: string) => ({
  ReferralId,
  DocumentTypeIds: ['orders'],
  Message: 'The signed orders are missing.',
});

/** A new link of Harbor's to this referral. */
export async function senderLink(
  { call }: Calls,
  ReferralId: string,
  changes: Partial<ReturnType<typeof linkDraft>> & { Days?: number } = {},
): Promise<{ link: SenderLink; secret: string; as: ReturnType<typeof holding> }> {
  const { secret, SecretSha256 } = newSecret();
  const body = { ...linkDraft(ReferralId), ...changes, SecretSha256 };
  const [link] = (await call(api.senderLinks.create, { body }, { as: 'ana' })).ok().SenderLinks;
  if (!link) throw new Error('No link was created');
  return { link, secret, as: holding(secret) };
}

const ownLink = async (handoff: TestApi) => (await senderLink(handoff, (await referral(handoff)).Id)).link;

export const senderLinkExamples = {
  list: {
    as: 'vic',
    input: async (handoff: TestApi) => ({ query: { ReferralId: (await ownLink(handoff)).ReferralId } }),
  },
  create: {
    as: 'ana',
    input: async (handoff: TestApi) => {
      const { SecretSha256 } = newSecret();
      return { body: { ...linkDraft((await referral(handoff)).Id), SecretSha256 } };
    },
  },
  update: {
    as: 'ana',
    input: async (handoff: TestApi) => ({
      body: { Id: (await ownLink(handoff)).Id, Message: 'Please send all pages.' },
    }),
  },
  revoke: { as: 'ana', input: async (handoff: TestApi) => ({ body: { Id: (await ownLink(handoff)).Id } }) },
} as const;
