import type { Api } from '@handoff/shared/contract/api';
import type { EffectPorts, ReadPorts } from '../core/context.ts';
import { referralKind } from '../records/kinds/referral-records.ts';
import type { AtomicHandler, Handlers, LeaseHandler, ReadHandler } from './handlers.ts';
import { select } from '../records/select.ts';

// Nothing here runs: `tsc` fails when one of these compiles.

declare const body: never;

type NamedReads = Pick<ReadPorts, 'documents' | 'addresses' | 'eligibility'>;

export const reads: ReadHandler<Api['referrals']['byId'], NamedReads> = async (_input, context) => {
  // @ts-expect-error a read stages nothing
  context.work.create();
  // @ts-expect-error nor does it write a file
  await context.documents.putIfAbsent('a name', { bytes: new Uint8Array(), type: 'text/plain' });
  // @ts-expect-error nor does it write an address
  await context.addresses('CT').commit([]);
  // @ts-expect-error and a payer is not asked
  await context.eligibility.service.provider.ask();
  // @ts-expect-error it joins no live group, which it does not name
  await context.live.joinGroup('a', 'b');
  return body;
};

export const stages: AtomicHandler<Api['referrals']['remove']> = async (_input, context) => {
  const listed = await context.work.list(select(referralKind));
  for (const referral of listed.items) {
    // @ts-expect-error what a list gives may be a part of the record: replacing it would drop the rest
    context.work.replace(referralKind, referral, referral);
    // @ts-expect-error nor is it deleted
    context.work.softDelete(referralKind, referral);
  }
  // @ts-expect-error the one batch holds no file
  await context.documents.read('a name');
  // @ts-expect-error no other container
  context.addresses.partition('CT');
  // @ts-expect-error no network
  await context.eligibility.service.provider.ask();
  // @ts-expect-error and no reads outside the unit of work, which the batch would not guard
  context.find.get();
  return body;
};

type NamedEffects = Pick<EffectPorts, 'documents' | 'addresses'>;

export const acts: LeaseHandler<Api['services']['uploadFile'], NamedEffects> = async (_input, context) => {
  // @ts-expect-error what has an effect stages nothing: that is for its completion
  context.work.create();
  // @ts-expect-error no partition but its own
  context.store.app('d:another');
  // @ts-expect-error no payer, which it does not name
  await context.eligibility.service.provider.ask();
  // @ts-expect-error addresses are written by the one write loop
  await context.addresses('CT').commit([]);
  return async (completion) => {
    // @ts-expect-error the completion may run again: it has no effects
    await completion.documents.putIfAbsent();
    return body;
  };
};

export const opens: ReadHandler<Api['realtime']['negotiate'], Pick<ReadPorts, 'live'>> = async (
  _input,
  context,
) => {
  // @ts-expect-error it stages nothing
  context.work.create();
  return body;
};

// @ts-expect-error a handler of another mode
export const mixed: Handlers<Api>['referrals']['byId'] = stages;
