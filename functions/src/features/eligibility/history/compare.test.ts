import { expect, test } from 'vitest';
import { compareChecks } from './compare.ts';
import { verdictOf } from '@handoff/shared/domain/eligibility/past-check';
import { judged, recounted, sample } from '../../../testing/eligibility/sample-answers.ts';

function checked(name: string) {
  const { verdict } = judged(sample(name));
  if (verdict.kind === 'notCompleted') throw new Error(verdict.message);
  return { Verdict: verdictOf(verdict.flags, 'Home Care'), Coverage: verdict.coverage };
}

const active = checked('made-00');

test.each([
  ['made-03', 'Medicare Advantage', 'gained', true],
  ['made-05', 'Hospice', 'gained', true],
  ['made-07', 'Home health', 'gained', true],
  ['made-08', 'Home health', 'gained', false],
  ['made-09', 'Other payer', 'gained', true],
  ['made-01', 'Part B', 'lost', true],
] as const)('from active to %s', (file, What, Kind, VerdictChanged) => {
  const later = checked(file);
  expect(compareChecks(active, later)).toMatchObject({
    VerdictChanged,
    Changes: expect.arrayContaining([expect.objectContaining({ What, Kind })]),
  });
  const back = { gained: 'lost', lost: 'gained' }[Kind];
  expect(compareChecks(later, active).Changes).toContainEqual(expect.objectContaining({ What, Kind: back }));
});

test('a revoked hospice election is the same hospice, changed', () => {
  const [open, revoked] = ['not revoked', 'revoked'].map((how) => ({
    ...active,
    Coverage: active.Coverage && {
      ...active.Coverage,
      Hospice: [
        {
          Npi: '1427038314',
          IsOwn: false,
          IsRevoked: how === 'revoked',
          Providers: [],
          From: null,
          To: null,
          DatesGiven: false,
          IsActive: true,
        },
      ],
    },
  }));
  if (!open || !revoked) throw new Error('two were made');
  expect(compareChecks(open, revoked).Changes).toEqual([
    { Kind: 'changed', What: 'Hospice', Before: '1427038314, not revoked', After: '1427038314, revoked' },
  ]);
});

test('an equal answer is no change; without an answer nothing is said about coverage', () => {
  expect(compareChecks(active, checked('made-00'))).toEqual({
    VerdictChanged: false,
    Changes: [],
  });
  expect(compareChecks(active, { Verdict: 'notCompleted', Coverage: null })).toEqual({
    VerdictChanged: true,
    Changes: null,
  });
});

/** Returns Ana's Part B with an end, or without one. */
const endingOn = (end: string | undefined) => {
  const text = sample('made-00').replaceAll(
    'DTP*291*D8*20180301',
    end ? `DTP*291*RD8*20180301-${end}` : '$&',
  );
  const { verdict } = judged(text);
  if (verdict.kind === 'notCompleted') throw new Error(verdict.message);
  return {
    Verdict: verdictOf(verdict.flags, 'Home Care'),
    Coverage: verdict.coverage,
    Findings: verdict.findings,
    DateOfService: '2025-06-10',
  };
};

test('an end that Medicare entered later is shown with both dates, and as retroactive if it was already covered', () => {
  const open = endingOn(undefined);
  expect(compareChecks(open, endingOn('20251231')).Changes).toContainEqual({
    Kind: 'changed',
    What: 'Part B',
    Before: 'since 03/01/2018',
    After: '03/01/2018 – 12/31/2025',
  });
  const changes = compareChecks(open, endingOn('20250531')).Changes;
  expect(changes).toContainEqual(expect.objectContaining({ What: 'Part B', IsRetroactive: true }));
  expect(compareChecks(open, endingOn(undefined))).toEqual({ VerdictChanged: false, Changes: [] });
});

/** Returns Ana's check for a day, with a plan if Medicare had one then. */
const withPlan = (DateOfService: string, plan?: string) => {
  const lines = plan ? `EB*R**30*HN~\nREF*18*H5521 042~\nDTP*290*${plan}~\nSE*` : 'SE*';
  const { verdict } = judged(recounted(sample('made-00').replace('SE*', lines)));
  if (verdict.kind === 'notCompleted') throw new Error(verdict.message);
  const Answer = { From: '2024-05-10', To: '2025-10-10', WrittenOn: DateOfService, LoadedOn: DateOfService };
  const Verdict = verdictOf(verdict.flags, 'Home Care');
  return { Verdict, Coverage: verdict.coverage, Findings: verdict.findings, DateOfService, Answer };
};

test.each([
  ['in force, since before the day that was asked about', 'D8*20250501', ['since 05/01/2025']],
  ['over by now, and then in force', 'RD8*20250501-20250531', ['05/01/2025 – 05/31/2025']],
  ['in force, since after that day', 'D8*20250605', []],
  ['over before the earlier response begins', 'RD8*20230101-20231231', []],
])('a plan entered later, %s: retroactive %s', (_, plan, retroactive) => {
  const [before, after] = [withPlan('2025-06-01'), withPlan('2025-06-10', plan)];
  const found = (compareChecks(before, after).Changes ?? []).filter(
    ({ IsRetroactive = false }) => IsRetroactive,
  );
  expect(found.map(({ What, Kind }) => [What, Kind])).toEqual(
    retroactive.map(() => ['Medicare Advantage', 'gained']),
  );
  expect(found.map(({ After }) => After.replace(/^.*042 /, ''))).toEqual(retroactive);
  const gone = (compareChecks(after, { ...before, DateOfService: '2025-06-10' }).Changes ?? []).filter(
    ({ Kind }) => Kind === 'lost',
  );
  expect(gone.length > 0).toBe(plan !== 'RD8*20230101-20231231');
});

test('a changed verdict is never shown with "nothing changed"', () => {
  const clear = { ...endingOn(undefined), Verdict: 'eligible' as const };
  const contradictory = {
    ...clear,
    Verdict: 'issues' as const,
    Findings: [...clear.Findings, finding('contradiction')],
  };
  expect(compareChecks(clear, contradictory)).toMatchObject({
    VerdictChanged: true,
    Changes: [{ Kind: 'gained', What: 'Finding', After: 'contradiction' }],
  });
  expect(compareChecks(clear, { ...clear, Verdict: 'notEligible' }).Changes).toEqual([
    { Kind: 'changed', What: 'Verdict', Before: 'eligible', After: 'not eligible' },
  ]);
});

const finding = (Text: string) => ({ Code: Text, Severity: 'issue' as const, Text, Rule: '' });
