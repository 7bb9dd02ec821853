import { useState } from 'react';
import * as z from 'zod';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { asCallError } from '../../../../data/send/call-error.ts';
import { outbox } from '../../../../data/send/outbox.ts';
import type { InputOf } from '../../../../data/send/client.ts';
import { useApi } from '../../../../data/use-api.ts';
import type { MadeDecision } from '../../decision/decide.ts';

/** The part of an update that a bulk change makes for one row. */
export interface Change extends Omit<InputOf<typeof referralsApi.update>['body'], 'Id' | 'Decision'> {
  Decision?: MadeDecision;
}

export type SendRow = ReturnType<typeof useSendRow>;

/**
 * Sends the change of a row in the turn of its record, on the version that the person saw. What someone else
 * changed meanwhile is refused, and trying again is on the version that the refusal came with.
 */
export function useSendRow() {
  const { client } = useApi();
  const [bodies] = useState(() => new Map<string, Change & { Id: string }>());
  const [newer] = useState(() => new Map<string, string>());
  return ({ Id, Etag }: ReferralRow, { key, change }: { key: string; change: Change }) =>
    outbox.enter({
      lane: Id,
      wish: key,
      async run(place) {
        // A repeat under one key is the same request.
        const body = bodies.get(key) ?? { Id, Etag: newer.get(Id) ?? Etag, ...change };
        bodies.set(key, body);
        try {
          await client.call(referralsApi.update, { body }, { key, ...(place && { place }) });
        } catch (thrown) {
          const current = Versioned.safeParse(asCallError(thrown).current).data;
          if (current) newer.set(Id, current.Etag);
          throw thrown;
        }
      },
    });
}

const Versioned = z.object({ Etag: z.string() });
