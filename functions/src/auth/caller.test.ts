import { authorize, partitionOf } from '../core/access.ts';
import type { Caller } from '../core/context.ts';
import { expect, test } from 'vitest';
import type { Access, Scope } from '@handoff/shared/contract/endpoint';
import type { Roles } from '@handoff/shared/domain/access/role';
import type { TokenVerdict } from '../platform/ports.ts';
import { AppError } from '../core/app-error.ts';
import { claimsOf } from './authenticators.ts';
import { checkDomainBinding } from './caller.ts';

const claims = { oid: 'o', tid: 't', name: 'Ana Intake', email: 'ana@x.example', signedInAt: 0 };

async function ask(verdict: TokenVerdict) {
  let refused = 0;
  const answer = await claimsOf({ verify: async () => verdict }, 'Bearer x', () => void (refused += 1)).catch(
    ({ code, message, details }) => ({ code, message, ...details }),
  );
  return { answer, refused };
}

test.each<[TokenVerdict['outcome'], object, number]>([
  ['invalid', { code: 'not_signed_in', message: 'Please sign in again.' }, 1],
  [
    'scope-missing',
    { code: 'forbidden', message: 'This sign-in does not include the permission to use Handoff.' },
    1,
  ],
  [
    'keys-unavailable',
    {
      code: 'unavailable',
      message: 'Sign-ins cannot be checked right now. Please try again.',
      retryAfterSeconds: 5,
    },
    0,
  ],
])(
  'a token that is %s is refused, and counted when the caller caused it',
  async (outcome, error, counted) => {
    const asked = await ask(outcome === 'valid' ? { outcome, claims } : { outcome });
    expect(asked.answer).toMatchObject(error);
    expect(asked.refused).toBe(counted);
  },
);

test('a valid token gives its claims', async () => {
  expect(await ask({ outcome: 'valid', claims })).toEqual({ answer: claims, refused: 0 });
});

function refusalOf(act: () => unknown): { code: string; message: string } | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message };
    throw error;
  }
  return undefined;
}

test.each<[Roles, Access, string | undefined]>([
  [{ SystemRole: 'User', RoleWithinAgency: 'Viewer' }, 'member', undefined],
  [{ SystemRole: 'User', RoleWithinAgency: 'Viewer' }, 'referrals.read', undefined],
  [
    { SystemRole: 'User', RoleWithinAgency: 'Viewer' },
    'referrals.edit',
    'The role Viewer does not allow this. Ask your administrator for one that allows it.',
  ],
  [
    { SystemRole: 'User', RoleWithinAgency: undefined },
    'referrals.read',
    'You have no role here. Ask your administrator for one that allows it.',
  ],
])('roles %j call for %s: %s', (roles, access, message) => {
  const refusal = refusalOf(() => authorize(roles, { access }));
  expect(refusal).toEqual(message === undefined ? undefined : { code: 'forbidden', message });
});

const member: Caller = {
  claims,
  person: { Id: 'user-o', FullName: 'Ana Intake' },
  roles: { SystemRole: 'User', RoleWithinAgency: 'Intake' },
  businessDomainId: 'harbor',
};

test.each<[Scope, string]>([
  ['system', 'sys'],
  ['user', 'u:o'],
  ['domain', 'd:harbor'],
])('a call of scope %s works in %s', (scope, partition) => {
  expect(partitionOf(scope, member)).toBe(partition);
});

test('a person without an agency is refused agency calls', () => {
  const message = 'You do not belong to an agency yet. Ask your administrator.';
  const refusal = refusalOf(() => partitionOf('domain', { ...member, businessDomainId: '' }));
  expect(refusal).toEqual({ code: 'forbidden', message });
});

test.each<[Scope, string | undefined, boolean]>([
  ['domain', 'harbor', true],
  ['domain', undefined, true],
  ['domain', 'evergreen', false],
  ['system', 'evergreen', true],
])('a call of scope %s that began in %s continues: %s', (scope, startedIn, goesOn) => {
  const message = 'You switched to another agency in the meantime. Nothing was changed there.';
  const refusal = refusalOf(() => checkDomainBinding(scope, member, startedIn));
  expect(refusal).toEqual(goesOn ? undefined : { code: 'domain_changed', message });
});
