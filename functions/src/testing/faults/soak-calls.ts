import { api } from '@handoff/shared/contract/api';
import type { Randomness } from '@handoff/local/seed/randomness';
import type { Versioned } from '../../platform/ports.ts';
import { addAgency } from '../examples/agencies.ts';
import type { TestApi } from '../api.ts';
import { pdf, referralDraft } from '../examples/drafts.ts';
import type { HostCall } from './call-host.ts';

export interface SoakAgency {
  partition: string;
  referralId: string;
  calls: HostCall[];
}

/** Opens several agencies, because a person's calls per minute and per day are limited. */
export function openAgencies(
  handoff: TestApi,
  { agencies, keysInEach, random }: { agencies: number; keysInEach: number; random: Randomness },
): Promise<SoakAgency[]> {
  return Promise.all(
    Array.from({ length: agencies }, async (_, index) => {
      const { partition, referralId, token } = await openAgency(handoff, index);
      const calls = Array.from({ length: keysInEach }, (_call, number) =>
        drawCall(random, { key: keyOf(index * keysInEach + number), token, referralId }),
      );
      return { partition, referralId, calls };
    }),
  );
}

async function openAgency(handoff: TestApi, index: number) {
  const id = `domain-soak-${index}`;
  const oid = `00000000-0000-4000-8000-0000000050${String(index).padStart(2, '0')}`;
  await addAgency(handoff.store, { id, intake: { oid, name: `Intake ${index}` } });
  const token = await handoff.token('ana', { oid });
  const headers = { authorization: `Bearer ${token}` };
  const made = await handoff.call(api.referrals.create, { body: referralDraft() }, { headers });
  return { partition: `d:${id}`, token, referralId: made.ok().ReferralInfo[0]?.Id ?? '' };
}

const keyOf = (number: number) => `soak-${String(number).padStart(12, '0')}`;

/** Draws a call whose key is part of its content. */
function drawCall(
  random: Randomness,
  { key, token, referralId }: { key: string; token: string; referralId: string },
): HostCall {
  const from = { as: 'ana', key, token } as const;
  const draw = random.between(1, 10);
  if (draw <= 5) {
    const body = referralDraft({ ClinicalSummary: key });
    return { ...from, endpoint: api.referrals.create, input: { body } };
  }
  if (draw <= 8) {
    const body = { ReferralId: referralId, ReferralNotes: [{ Text: key }] };
    return { ...from, endpoint: api.referrals.updateNotes, input: { body } };
  }
  // Uploads without a referral, because a referral holds only fifty documents.
  const fields = { DocumentTypeId: 'orders' };
  return { ...from, endpoint: api.services.uploadFile, input: { fields, file: pdf(key, `${key}.pdf`) } };
}

const keyIn: Record<string, string> = { referral: 'ClinicalSummary', note: 'Text', document: 'name' };

/** Returns the keys of calls without their effect, or with more than one. */
export function misdone(agency: SoakAgency, documents: Versioned[]): { lost: string[]; doubled: string[] } {
  const effects = effectsIn(documents);
  const keys = agency.calls.map(({ key }) => key);
  return {
    lost: keys.filter((key) => !effects.has(key)),
    doubled: keys.filter((key) => (effects.get(key) ?? 0) > 1),
  };
}

function effectsIn(documents: Versioned[]): Map<string, number> {
  const effects = new Map<string, number>();
  for (const document of documents) {
    const [key] = /soak-\d{12}/.exec(String(document[keyIn[document.type] ?? ''])) ?? [];
    if (key !== undefined) effects.set(key, (effects.get(key) ?? 0) + 1);
  }
  return effects;
}
