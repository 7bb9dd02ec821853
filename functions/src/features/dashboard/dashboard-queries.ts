import { CountedReferral } from '@handoff/shared/domain/referral/figures';
import * as z from 'zod';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { atLeast, select, type Where } from '../../records/select.ts';
import type { Referral } from '@handoff/shared/domain/referral/referral';

const { Id, ReceivedAt, DecidedAt, StatusId, Payers, Kind, Reason, Organization, County, State } =
  CountedReferral.shape;
const { SourceKind, Channel } = CountedReferral.shape;

/** Nothing that names a patient is taken; the last three say who may see it. */
const Counted = z.object({
  Id,
  ReceivedAt,
  DecidedAt,
  StatusId,
  Payers,
  Decision: z.object({ Kind, Reason }),
  Source: z.object({ Organization, Kind: SourceKind, Channel: Channel.default('') }),
  Address: z.object({ County, State }),
  Restriction: z.unknown(),
  Owner: z.unknown(),
  CreatedBy: z.unknown(),
});
export type Counted = z.infer<typeof Counted>;

const counted = (where: Where<Referral>) =>
  select(referralKind, { where, order: ['type ASC', 'ReceivedAt DESC'] }, Counted);

export const receivedReferrals = (from: string) => counted({ ReceivedAt: atLeast(from) });

/** Finds referrals without a decision; the caller leaves out those whose status ends the work. */
export const openReferrals = counted({ Decision: { Kind: 'Pending' } });

export const flat = ({ Decision, Source, Address, ...fields }: Counted): CountedReferral => ({
  ...fields,
  ...Decision,
  Organization: Source.Organization,
  SourceKind: Source.Kind,
  Channel: Source.Channel,
  ...Address,
});
