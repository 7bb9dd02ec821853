import { expect, test } from 'vitest';
import { compareChecks } from './compare.ts';
import { verdictOf } from '@handoff/shared/domain/eligibility/past-check';
import { judged, sample } from '../rules/sample-answers.ts';

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

test('a hospice election that was revoked is the same hospice, changed', () => {
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

test('the same answer again is no change; without an answer nothing is said about coverage', () => {
  expect(compareChecks(active, checked('made-00'))).toEqual({
    VerdictChanged: false,
    Changes: [],
  });
  expect(compareChecks(active, { Verdict: 'notCompleted', Coverage: null })).toEqual({
    VerdictChanged: true,
    Changes: null,
  });
});

/** Ana's Part B with an end, or none. */
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

test('an end that Medicare entered later is shown with both dates, and as retroactive when it was already asked about', () => {
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

test('a verdict that changed never stands beside "nothing changed"', () => {
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
