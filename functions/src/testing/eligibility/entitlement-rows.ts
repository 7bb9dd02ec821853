import { answerOf, BOTH, PART_A, PART_B, rowsFrom, type AnswerRow } from './answer-row.ts';

const guide = rowsFrom(
  'X12 005010X279A1 and CMS: EB 1 with MA or MB under DTP 291; an ended part keeps EB 1',
);
const law = rowsFrom(
  '42 CFR 418.20 (hospice care needs Part A) and 42 USC 1395d(a)(3) (Part A alone pays home health)',
);
const own = rowsFrom('our rule: silence is never an answer, and a contradiction is shown');

const part = (kind: 'MA' | 'MB', date: string) => [`EB*1**30*${kind}`, `DTP*291*${date}`];
const A = (date: string) => part('MA', date);
const B = (date: string) => part('MB', date);

const NONE = 'N 0000 blocker:noPartB';

export const entitlementRows: AnswerRow[] = [
  guide('both open', answerOf(BOTH), 'E 0100'),
  guide('both open since that day', answerOf([...A('D8*20250610'), ...B('D8*20250610')]), 'E 0100'),
  guide('Part B begins the day after', answerOf([...PART_A, ...B('D8*20250611')]), NONE),
  guide(
    'Part B ends on the day',
    answerOf([...PART_A, ...B('RD8*20180301-20250610')]),
    'E 0100 notice:partBEndsSoon',
  ),
  guide('Part B ended the day before', answerOf([...PART_A, ...B('RD8*20180301-20250609')]), NONE),
  guide('Part B open to the end of time', answerOf([...PART_A, ...B('RD8*20180301-99991231')]), 'E 0100'),
  guide(
    'Part B ended and began again',
    answerOf([...PART_A, ...B('RD8*20100101-20151231'), ...B('D8*20200101')]),
    'E 0100',
  ),
  guide('a gap on the day', answerOf([...PART_A, ...B('RD8*20100101-20250531'), ...B('D8*20250701')]), NONE),
  guide(
    'older style without a service type',
    answerOf(['EB*1*IND**MA', 'DTP*307*D8*19890801', 'EB*1*IND**MB', 'DTP*307*D8*19890801']),
    'E 0100',
  ),
  guide('inactive since an end (347)', answerOf([...PART_A, 'EB*6**30*MB', 'DTP*347*D8*20250331']), NONE, {
    entitlements: [{}, { status: 'inactive', period: { from: '2025-04-01' } }],
  }),
  guide(
    'inactive since an end after the day (347), active in another line',
    answerOf([...BOTH, 'EB*6**30*MB', 'DTP*347*D8*20251231']),
    'E 0100',
  ),
  guide('inactive since an end (357)', answerOf([...PART_A, 'EB*6**30*MB', 'DTP*357*D8*20240131']), NONE),
  guide('never entitled to Part B', answerOf([...PART_A, 'EB*6**30*MB']), NONE),
  guide('terminated (EB 7)', answerOf([...PART_A, 'EB*7**30*MB']), NONE),
  guide('pending (EB 8)', answerOf([...PART_A, 'EB*8**30*MB']), NONE),
  guide(
    'barred on the day',
    answerOf([...BOTH, 'EB*6**30*MB', 'DTP*307*RD8*20250601-20250701']),
    'N 0000 blocker:barred',
  ),
  guide(
    'barred until the day before',
    answerOf([...BOTH, 'EB*6**30*MB', 'DTP*307*RD8*20250501-20250609']),
    'E 0100',
  ),
  guide('barred without a part', answerOf([...BOTH, 'EB*6**30', 'DTP*307*RD8*20250601-20250701']), [
    'N 0000 blocker:barred',
    'N 0000 blocker:barred',
    'N 0000 blocker:barred blocker:partABarred',
  ]),
  law('no Part A', answerOf([...PART_B, 'EB*6**30*MA']), [
    'E 0100 notice:noPartA',
    'E 0100 notice:noPartA',
    'N 0000 blocker:noPartA',
  ]),
  law('Part A ended', answerOf([...A('RD8*20100101-20250131'), ...PART_B]), [
    'E 0100 notice:noPartA',
    'E 0100 notice:noPartA',
    'N 0000 blocker:noPartA',
  ]),
  law('Part A begins later', answerOf([...A('D8*20250701'), ...PART_B]), [
    'E 0100 notice:noPartA',
    'E 0100 notice:noPartA',
    'N 0000 blocker:noPartA',
  ]),
  law('Part A barred', answerOf([...BOTH, 'EB*6**30*MA', 'DTP*307*RD8*20250601-20250701']), [
    'E 0100 notice:partABarred',
    'E 0100 notice:partABarred',
    'N 0000 blocker:partABarred',
  ]),
  law('nothing about Part A', answerOf(PART_B), [
    'E 0100 notice:noPartA',
    'E 0100 notice:noPartA',
    'incomplete',
  ]),
  law('Part A only', answerOf([...PART_A, 'EB*6**30*MB']), NONE),
  own('nothing about Part B', answerOf(PART_A), 'incomplete'),
  own('nothing at all', answerOf([]), 'incomplete'),
  own('Part B with a date that is none', answerOf([...PART_A, ...B('D8*20250231')]), 'incomplete'),
  own(
    'Part B with its dates in the wrong order',
    answerOf([...PART_A, ...B('RD8*20250101-20180101')]),
    'incomplete',
  ),
  own('active and denied', answerOf([...BOTH, 'EB*6**30*MB']), [
    'I 0110 issue:contradiction',
    'E 0110 issue:contradiction',
  ]),
  own(
    'died on the day',
    answerOf(BOTH, { about: ['DTP*307*D8*20250610', 'DTP*442*D8*20250610'] }),
    'N 0000 blocker:deceased',
  ),
  own(
    'died the day before',
    answerOf(BOTH, { about: ['DTP*307*D8*20250610', 'DTP*442*D8*20250609'] }),
    'N 0000 blocker:deceased',
  ),
  own(
    'died the day after',
    answerOf(BOTH, { about: ['DTP*307*D8*20250610', 'DTP*442*D8*20250611'] }),
    'E 0100 notice:diedLater',
  ),
  own(
    'a date of death that is none',
    answerOf(BOTH, { about: ['DTP*307*D8*20250610', 'DTP*442*D8*20251340'] }),
    'E 0100 notice:unread',
  ),
];
