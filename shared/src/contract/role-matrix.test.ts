import { expect, test } from 'vitest';
import { permissions, AgencyRole, mayDo, SystemRole, type Roles } from '../domain/access/role.ts';
import { everyEndpoint } from './api.ts';

const columns: [string, Roles][] = [
  ...SystemRole.options.map((role): [string, Roles] => [role, { SystemRole: role }]),
  ...AgencyRole.options.map((role): [string, Roles] => [
    role,
    { SystemRole: 'User', RoleWithinAgency: role },
  ]),
];

test('the printed matrix matches the roles and the contract', async () => {
  // After an intended change: vitest run shared/src/contract/role-matrix.test.ts -u
  await expect(printed()).toMatchFileSnapshot('./role-matrix.md');
});

test('every permission guards a call, and every role but a bare user can do something', () => {
  const guarding = new Set<string>(everyEndpoint().map(({ endpoint }) => endpoint.access));
  expect(permissions.filter((permission) => !guarding.has(permission))).toEqual([]);
  expect(columns.filter(([, roles]) => !permissions.some((permission) => mayDo(roles, permission)))).toEqual([
    ['User', { SystemRole: 'User' }],
  ]);
});

function printed(): string {
  const rights = permissions.map((permission) => [
    permission,
    ...columns.map(([, roles]) => (mayDo(roles, permission) ? 'yes' : '–')),
  ]);
  const calls = everyEndpoint()
    .map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint.access])
    .toSorted(([, a = ''], [, b = '']) => order(a) - order(b));
  return [
    '# Who may do what',
    'Printed by role-matrix.test.ts from role.ts and the contract; a test fails when it drifts. A person has the rights of' +
      ' the system role and of the role in the current business domain, together. An Administrator without a role in an' +
      ' agency sees no patient.',
    table(['Permission', ...columns.map(([name]) => name)], rights),
    '## What each call takes',
    '`public` takes no sign-in, `signed-in` any valid one, `member` a person who was let in, `sender` the secret of a link.',
    table(['Call', 'Takes'], calls),
  ].join('\n\n');
}

function order(access: string): number {
  return ['public', 'sender', 'signed-in', 'member', ...permissions].indexOf(access);
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  return [
    line(head),
    line(
      head.map(() => '-'),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('\n');
}
