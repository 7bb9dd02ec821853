import { expect, test } from 'vitest';
import { agencyKinds } from '../agency/business-domain.ts';
import { listTemplate } from '../agency/list-templates.ts';
import { ListName, listOf, ConfiguredStatus } from '../agency/list-settings.ts';
import { nextStatuses, statusAfterDecision, statusRefusal } from './status-rules.ts';

const { SettingsReferralStatusesInfo: statuses, SettingsDocumentTypesInfo: documentTypes } =
  listTemplate('Home care');
const papers = new Set(['doctype-referral-order', 'doctype-consent']);
const move = { statuses, documentTypes, documents: papers, decision: 'Accepted' as const };

test.each([
  ['a status that may follow', { from: 'status-new', to: 'status-scheduled' }, undefined],
  ['the same status again', { from: 'status-admitted', to: 'status-admitted' }, undefined],
  [
    'a status that may not follow',
    { from: 'status-new', to: 'status-admitted' },
    '"Admitted" cannot follow "New". Next can be: "In review", "Checking eligibility", "Accepted", "Visit scheduled", "Declined", "Withdrawn".',
  ],
  ['a status that is gone', { from: 'status-new', to: 'gone' }, 'This status no longer exists.'],
  [
    '"Declined" for an accepted referral',
    { from: 'status-new', to: 'status-declined' },
    'Decline the referral first.',
  ],
  [
    'accepting what has the status "Declined"',
    { from: 'status-declined', to: 'status-declined' },
    '"Declined" is for declined referrals; this one is accepted.',
  ],
  [
    'admission without its documents',
    { from: 'status-scheduled', to: 'status-admitted', documents: new Set(['doctype-consent']) },
    '"Admitted" needs: Referral order. Attach the documents first.',
  ],
  ['admission with them', { from: 'status-scheduled', to: 'status-admitted' }, undefined],
  [
    'admission before the decision',
    { from: 'status-scheduled', to: 'status-admitted', decision: 'Pending' as const },
    'Accept the referral first.',
  ],
])('%s', (_case, changes, refusal) => {
  expect(statusRefusal({ ...move, ...changes })).toBe(refusal);
});

test.each([
  ['a decline closes it', { from: 'status-new', decision: 'Declined' }, 'status-declined'],
  ['what is accepted says so', { from: 'status-new', decision: 'Accepted' }, 'status-accepted'],
  [
    'what is accepted late stays where it is',
    { from: 'status-scheduled', decision: 'Accepted' },
    'status-scheduled',
  ],
  [
    'what was accepted and is reopened goes back',
    { from: 'status-accepted', decision: 'Pending' },
    'status-in-review',
  ],
  [
    'what is reopened goes back to work',
    { from: 'status-declined', decision: 'Pending' },
    'status-in-review',
  ],
  [
    'and so does what is accepted after all',
    { from: 'status-declined', decision: 'Accepted' },
    'status-in-review',
  ],
  [
    'what was admitted cannot be declined',
    { from: 'status-admitted', decision: 'Declined' },
    'status-admitted',
  ],
] as const)('the status after a decision: %s', (_case, changes, status) => {
  expect(statusAfterDecision({ ...move, ...changes })).toBe(status);
});

test('the status after a decision is one made for it that lacks no documents', () => {
  const made = {
    Id: 'made',
    Name: 'Accepted',
    Color: 'green',
    Terminal: false,
    Decision: 'Accepted',
  } as const;
  const others = statuses.filter(({ Id }) => Id !== 'status-accepted');
  const more = [...others.map(({ Next: _next, ...status }) => status), made];
  const [order] = documentTypes;
  const wanted = { ...order, Id: 'order', Name: 'Order', RequiredFor: ['made'] };
  const accepted = { ...move, statuses: more, from: 'status-new' };
  expect(statusAfterDecision(accepted)).toBe('made');
  expect(statusAfterDecision({ ...accepted, documentTypes: [wanted] })).toBe('status-new');
});

test('any offered status may follow one that names no next statuses', () => {
  const free = statuses.map(({ Next: _next, ...status }, index) => ({ ...status, Retired: index === 2 }));
  expect(nextStatuses(free, 'status-new').map(({ Name }) => Name)).toEqual(
    statuses.filter((_status, index) => index !== 2).map(({ Name }) => Name),
  );
});

test.each(agencyKinds)('a manager could save the initial lists of an agency for %s', (kind) => {
  const template = listTemplate(kind);
  expect(Object.keys(template).toSorted()).toEqual(ListName.options.toSorted());
  expect(listOf(ConfiguredStatus).safeParse(template.SettingsReferralStatusesInfo).error).toBeUndefined();
  const ids = template.SettingsReferralStatusesInfo.map(({ Id }) => Id);
  const named = [
    ...template.SettingsReferralStatusesInfo.flatMap(({ Next = [] }) => Next),
    ...template.SettingsDocumentTypesInfo.flatMap(({ RequiredFor = [] }) => RequiredFor),
  ];
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});
