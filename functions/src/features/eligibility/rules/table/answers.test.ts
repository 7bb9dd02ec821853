import { expect, test } from 'vitest';
import { routeFor } from '@handoff/shared/domain/eligibility/result';
import type { Category } from '@handoff/shared/domain/eligibility/settings';
import { parse271 } from '../../x12/parse-271.ts';
import { judged } from '../../../../testing/eligibility/sample-answers.ts';
import { careRows } from '../../../../testing/eligibility/care-rows.ts';
import { entitlementRows } from '../../../../testing/eligibility/entitlement-rows.ts';
import { identityRows } from '../../../../testing/eligibility/identity-rows.ts';
import { planRows } from '../../../../testing/eligibility/plan-rows.ts';
import { realRows } from '../../../../testing/eligibility/real-rows.ts';

// Lists each answer with its expected facts, its verdict in each category, and the source of its form.
const rows = [...realRows, ...entitlementRows, ...identityRows, ...planRows, ...careRows];

const pages = new Map([
  ['/admin/medicareeligible', 'E'],
  ['/admin/medicareeligibilityissues', 'I'],
  ['/admin/medicarenoteligible', 'N'],
]);

function outcome(text: string, category: Category): string {
  const { verdict, flags, found } = judged(text, category);
  if (verdict.kind === 'notCompleted') return flags;
  const page = pages.get(routeFor(verdict.flags, category) ?? '') ?? '-';
  return [page, flags, ...found.map((finding) => finding.replace(' ', ':'))].join(' ');
}

test.each(rows)('$title ($source)', ({ text, homeCare, other, hospice, facts }) => {
  const found = {
    homeCare: outcome(text, 'Home Care'),
    other: outcome(text, 'Other'),
    hospice: outcome(text, 'Hospice'),
  };
  expect(found).toEqual({ homeCare, other, hospice });
  if (!facts) return;
  const answer = parse271(text);
  expect(answer.kind === '271' && answer.people[0]).toMatchObject(facts);
});

test('answers made from real ones have no unread lines', () => {
  const unread = realRows.flatMap(({ text }) => {
    const answer = parse271(text);
    return answer.kind === '271'
      ? answer.people.flatMap((facts) => [...facts.unread, ...facts.problems])
      : [answer.kind];
  });
  expect(unread).toEqual([]);
});

test('the table has at least 150 answers, hardly any twice', () => {
  expect(rows.length).toBeGreaterThanOrEqual(150);
  expect(new Set(rows.map(({ text }) => text)).size).toBeGreaterThanOrEqual(rows.length - 4);
});
