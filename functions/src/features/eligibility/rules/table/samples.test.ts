import { describe, expect, test } from 'vitest';
import { parse271 } from '../../x12/parse-271.ts';
import { routeFor } from '@handoff/shared/domain/eligibility/result';
import { judged, sample, samples } from '../../../../testing/eligibility/sample-answers.ts';
import { categories, type Category } from '@handoff/shared/domain/eligibility/settings';

const [E, I, N] = ['medicareeligible', 'medicareeligibilityissues', 'medicarenoteligible'];

interface Expected {
  flags: string;
  page: string | undefined;
  found: string[];
}
/** Home Care first; then Hospice and Other, if they differ; then Hospice, if it differs from Other. */
type Row = [sample: string, homeCare: Expected, other?: Expected | undefined, hospice?: Expected];

const at = (flags: string, page: string | undefined, ...found: string[]): Expected => ({
  flags,
  page,
  found,
});
const failed = (failure: string) => at(failure, undefined);

const published: Row[] = [
  ['made-00', at('0100', E)],
  ['made-01', at('0000', N, 'blocker noPartB')],
  ['made-02', at('0000', N, 'blocker noPartB')],
  ['made-03', at('0111', I, 'issue medicareAdvantage')],
  ['made-04', at('0111', I, 'issue medicareAdvantage')],
  ['made-05', at('0110', I, 'issue hospiceOpen'), at('0110', E, 'issue hospiceOpen')],
  ['made-06', at('0100', E, 'notice hospiceEarlier')],
  ['made-07', at('0110', I, 'issue homeHealthElsewhere'), at('0100', E, 'notice homeHealthElsewhere')],
  ['made-08', at('0100', E, 'notice homeHealthWithUs')],
  ['made-09', at('0110', I, 'issue secondaryPayer'), at('0100', E, 'notice secondaryPayer')],
  ['made-10', at('0100', E)],
  [
    'made-11',
    at('0000', N, 'blocker deceased', 'blocker noPartB', 'notice noPartA'),
    undefined,
    at('0000', N, 'blocker deceased', 'blocker noPartB', 'blocker noPartA'),
  ],
  ['made-12', at('0100', E, 'notice assistance')],
  ['made-13', at('0100', E, 'notice medicareAdvantageLater')],
  [
    'made-14',
    at('0000', N, 'blocker barred'),
    undefined,
    at('0000', N, 'blocker barred', 'blocker partABarred'),
  ],
  ['made-15', at('0100', E, 'notice kidneyDisease')],
  ['made-42', failed('retry')],
  ['made-51', failed('configuration')],
  ['made-62', at('1000', undefined, 'blocker inputWrong')],
  ['made-71', at('1000', undefined, 'blocker inputWrong')],
  ['made-72', at('1000', undefined, 'blocker inputWrong')],
  ['made-73', at('1000', undefined, 'blocker inputWrong')],
  ['made-75', at('1000', undefined, 'blocker inputWrong')],
];

const own: Row[] = [
  ['own-medicare-advantage-undated', at('0111', I, 'issue medicareAdvantage')],
  ['own-medicare-advantage-by-contract', at('0111', I, 'issue medicareAdvantage')],
  ['own-medicare-advantage-two-plans', at('0111', I, 'issue medicareAdvantage', 'issue medicareAdvantage')],
  ['own-hospice-undated', at('0110', I, 'issue hospiceOpen'), at('0110', E, 'issue hospiceOpen')],
  ['own-hospice-starting-later', at('0100', E, 'notice hospiceLater')],
  [
    'own-hospice-ended-lately',
    at('0110', I, 'issue hospiceDischargeUnconfirmed'),
    at('0110', E, 'issue hospiceDischargeUnconfirmed'),
  ],
  [
    'own-hospice-with-us',
    at('0110', I, 'issue hospiceOpen'),
    at('0110', E, 'issue hospiceOpen'),
    at('0100', E, 'notice hospiceOpen'),
  ],
  [
    'own-home-health-undated',
    at('0110', I, 'issue homeHealthElsewhere'),
    at('0100', E, 'notice homeHealthElsewhere'),
  ],
  ['own-home-health-ended-lately', at('0100', E, 'notice homeHealthEnded')],
  ['own-home-health-ended-long-ago', at('0100', E)],
  ['own-other-payer-undated', at('0110', I, 'issue secondaryPayer'), at('0100', E, 'notice secondaryPayer')],
  [
    'own-part-a-only-barred',
    at('0100', E, 'notice partABarred'),
    undefined,
    at('0000', N, 'blocker partABarred'),
  ],
  [
    'own-barred-without-part',
    at('0000', N, 'blocker barred'),
    undefined,
    at('0000', N, 'blocker barred', 'blocker partABarred'),
  ],
  ['own-barred-at-another-time', at('0100', E)],
  ['own-barred-date-unreadable', at('0110', I, 'issue contradiction'), at('0110', E, 'issue contradiction')],
  ['own-denied-without-part', at('0110', I, 'issue contradiction'), at('0110', E, 'issue contradiction')],
  ['own-denied-part-b-beside', at('0110', I, 'issue contradiction'), at('0110', E, 'issue contradiction')],
  ['own-part-b-undated', failed('incomplete')],
  ['own-part-b-older-style', at('0100', E)],
  ['own-part-b-date-unreadable', failed('incomplete')],
  ['own-part-b-not-mentioned', failed('incomplete')],
  ['own-part-b-ends-soon', at('0100', E, 'notice partBEndsSoon')],
  ['own-part-b-returned', at('0100', E)],
  ['own-unknown-eb-forms', at('0100', E, 'notice unread')],
  ['own-ignored-eb-forms', at('0100', E)],
  ['own-corrected-person', at('0100', E, 'notice demographics')],
  ['own-segment-count-wrong', at('0100', E, 'notice answerDamaged')],
  ['own-segments-lost', at('0110', I, 'issue segmentsMissing'), at('0110', E, 'issue segmentsMissing')],
  ['own-cut-off', failed('incomplete')],
  ['own-two-rejections', failed('configuration')],
  ['own-acknowledgement-999', failed('incomplete')],
  ['own-acknowledgement-ta1', failed('incomplete')],
  ['own-not-x12', failed('incomplete')],
  ['own-guide-whole-answer', at('0100', E)],
  ['own-guide-older-forms', at('0100', E)],
  ['own-relay-could-not-process', failed('retry')],
  ['own-answer-of-a-plan', failed('incomplete')],
];

const rows = [...published, ...own];

function expectedFor([, homeCare, other = homeCare, hospice = other]: Row, category: Category): Expected {
  return { 'Home Care': homeCare, Other: other, Hospice: hospice }[category];
}

describe.each(categories)('in %s', (category) => {
  test.each(rows)('%s has its flags, page and findings', (...row) => {
    const expected = expectedFor(row, category);
    const { verdict, flags, found } = judged(sample(row[0]), category);
    const page = verdict.kind === 'notCompleted' ? undefined : routeFor(verdict.flags, category);
    expect({ flags, page, found }).toEqual({
      ...expected,
      page: expected.page === undefined ? undefined : `/admin/${expected.page}`,
    });
  });
});

test('every sample has its row', () => {
  const named = rows.map(([name]) => [...samples.keys()].filter((file) => file.startsWith(name)));
  expect(named.flat().toSorted()).toEqual([...samples.keys()].toSorted());
});

const readWhole = [...samples].filter(([file]) => /^(?:made|own-guide|own-relay)-/.test(file));

test.each(readWhole)('no line of %s stays unread, and its form has no flaw', (_file, text) => {
  expect(parse271(text)).toMatchObject({ kind: '271', people: [{ unread: [], problems: [] }] });
});

test('no line of the published answers is left out', () => {
  const made = readWhole.filter(([file]) => file.startsWith('made-'));
  for (const [, text] of made) expect(parse271(text)).toMatchObject({ people: [{ ignored: [] }] });
  expect([made.length, readWhole.length]).toEqual([23, 26]);
});
