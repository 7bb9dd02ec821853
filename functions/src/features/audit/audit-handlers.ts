import type { Api } from '@handoff/shared/contract/api';
import type { Handlers, ReadHandler } from '../../http/handlers.ts';
import { auditTrail } from '../../platform/queries.ts';
import { auditTrailKind, oidOf } from '../../platform/record-kinds.ts';
import { verifyChain } from './verify-chain.ts';

type Calls = Api['audit'];

const list: ReadHandler<Calls['list']> = async ({ query }, { find }) => {
  const { Subject: subject, Person, Action: action, From, To } = query;
  const filters = {
    ...(subject !== undefined && { subject }),
    ...(Person !== undefined && { oid: oidOf(Person) }),
    ...(action !== undefined && { action }),
    ...(From !== undefined && { from: From }),
    // Times of that day sort before this, those of the next behind it.
    ...(To !== undefined && { to: `${To}T~` }),
  };
  const page = await find.list(auditTrailKind, {
    sql: auditTrail(filters),
    parameters: filters,
    pageSize: query.PageSize ?? 50,
    continuation: query.Continuation,
  });
  return { AuditInfo: page.items, Continuation: page.Continuation };
};

const verify: ReadHandler<Calls['verify']> = async ({ query }, { find }) => ({
  AuditVerification: [await verifyChain(find, query.From ?? 1)],
});

export const auditHandlers: Handlers<Api>['audit'] = { list, verify };
