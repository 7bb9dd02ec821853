import { answerOf, BOTH, enveloped, rowsFrom, type AnswerRow } from './answer-row.ts';

const own = rowsFrom('our rule: an answer about someone else, or about another day, decides nothing');
const guide = rowsFrom(
  'X12 005010X279A1: ST, HL 22 and HL 23 repeat; TRN01 2 repeats the trace of the question',
);

const person = (name: string, number: string, born: string) => [
  `NM1*IL*1*${name}****MI*${number}`,
  `DMG*D8*${born}`,
];
const ANA = "O'NEIL-NUNEZ*ANA";
const NUMBER = '1EG4TE5MK00';
const BORN = '19480312';
const DAY = 'DTP*307*D8*20250610';
const incomplete = 'incomplete';

/** Returns the lines between the first HL 22 and SE. */
const inner = (text: string) =>
  text
    .split('~\n')
    .slice(2, -3)
    .filter((line) => !line.startsWith('SE*'));
const loopOf = (text: string) => inner(text).slice(inner(text).findIndex((line) => /^HL\*[34]\*/.test(line)));

/** Wraps the same lines in their own transaction. */
const transaction = (text: string, number: number) => [
  `ST*271*000${number}`,
  ...inner(text).slice(1),
  `SE*${inner(text).length + 1}*000${number}`,
];

const mary = answerOf(['EB*6**30*MB'], { person: person('SMITH*MARY', '2CY9Y98HK77', '19400102') });
const ana = answerOf(BOTH);
const twoLoops = enveloped([...inner(mary), ...loopOf(ana), 'SE*0*0001']);
const child = loopOf(
  answerOf(['EB*6**30*MB'], { level: 'HL*4*3*23*0', person: ['NM1*03*1*SMITH*TOM', 'DMG*D8*20100101'] }),
);

export const identityRows: AnswerRow[] = [
  own('another number', answerOf(BOTH, { person: person(ANA, '2CY9Y98HK77', BORN) }), incomplete),
  own('another number, name and birth date', mary, incomplete),
  own('another birth date', answerOf(BOTH, { person: person(ANA, NUMBER, '19480313') }), incomplete),
  own('another name altogether', answerOf(BOTH, { person: person('SMITH*MARY', NUMBER, BORN) }), incomplete),
  own(
    'another last name: she married',
    answerOf(BOTH, { person: person('SMITH*ANA', NUMBER, BORN) }),
    'E 0100 notice:demographics',
  ),
  own(
    'another first name: a nickname',
    answerOf(BOTH, { person: person("O'NEIL-NUNEZ*ANNIE", NUMBER, BORN) }),
    'E 0100 notice:demographics',
  ),
  own(
    'corrected birth date, and said so',
    answerOf(BOTH, { person: [...person(ANA, NUMBER, '19480313'), 'INS*Y*18*001*25'] }),
    'E 0100 notice:demographics',
  ),
  own(
    'accents and punctuation are no difference',
    answerOf(BOTH, { person: person('O NEIL NUNEZ*ANA', NUMBER, BORN) }),
    'E 0100',
  ),
  own(
    'no number, name and birth date agree',
    answerOf(BOTH, { person: [`NM1*IL*1*${ANA}`, `DMG*D8*${BORN}`] }),
    'E 0100',
  ),
  own(
    'no number and another birth date',
    answerOf(BOTH, { person: [`NM1*IL*1*${ANA}`, 'DMG*D8*19480313'] }),
    incomplete,
  ),
  own(
    'number and names without a birth date',
    answerOf(BOTH, { person: [`NM1*IL*1*${ANA}****MI*${NUMBER}`] }),
    'E 0100',
  ),
  own('no one is named', answerOf(BOTH, { person: [] }), incomplete),
  own('about the day alone', answerOf(BOTH, { about: [DAY] }), 'E 0100', {
    answeredDates: [{ from: '2025-06-10', to: '2025-06-10' }],
  }),
  own('about the day under 291', answerOf(BOTH, { about: ['DTP*291*D8*20250610'] }), 'E 0100'),
  own('about another day', answerOf(BOTH, { about: ['DTP*307*D8*20190610'] }), incomplete),
  own('about another day under 291', answerOf(BOTH, { about: ['DTP*291*D8*20190610'] }), incomplete),
  own(
    'about a range before the day',
    answerOf(BOTH, { about: ['DTP*307*RD8*20240101-20250609'] }),
    incomplete,
  ),
  own(
    'about a range that begins on the day',
    answerOf(BOTH, { about: ['DTP*307*RD8*20250610-20250710'] }),
    'E 0100',
  ),
  own(
    'about a range that ends on the day',
    answerOf(BOTH, { about: ['DTP*307*RD8*20240610-20250610'] }),
    'E 0100',
  ),
  own('about a day that is none', answerOf(BOTH, { about: ['DTP*307*D8*20250231'] }), incomplete),
  own('307 goes before 291', answerOf(BOTH, { about: ['DTP*291*D8*20190101', DAY] }), 'E 0100'),
  own('without a date, written on the day', answerOf(BOTH, { about: [] }), 'E 0100'),
  own(
    'without a date, written on another day',
    answerOf(BOTH, { about: [], written: '20250609' }),
    incomplete,
  ),
  own(
    'about another day, not eligible then',
    answerOf(['EB*6**30*MB'], { about: ['DTP*307*D8*20190610'] }),
    incomplete,
  ),
  guide('the first of two people is another', twoLoops, 'E 0100'),
  guide(
    'the second of two people is another',
    enveloped([...inner(ana), ...loopOf(mary), 'SE*0*0001']),
    'E 0100',
  ),
  guide('neither of two people', enveloped([...inner(mary), ...loopOf(mary), 'SE*0*0001']), incomplete),
  guide('the same person twice', enveloped([...inner(ana), ...loopOf(ana), 'SE*0*0001']), incomplete),
  guide('a dependent follows', enveloped([...inner(ana), ...child, 'SE*0*0001']), 'E 0100'),
  guide(
    'the dependent is the one asked about',
    enveloped([
      ...inner(mary),
      ...loopOf(answerOf(BOTH, { level: 'HL*4*3*23*0', person: [`NM1*03*1*${ANA}`, `DMG*D8*${BORN}`] })),
      'SE*0*0001',
    ]),
    'E 0100',
  ),
  guide('a person in the loop of a dependent', answerOf(BOTH, { level: 'HL*3*2*23*0' }), incomplete),
  guide('a person in the loop of a provider', answerOf(BOTH, { level: 'HL*3*2*21*0' }), incomplete),
  guide(
    'two transactions, the second is ours',
    enveloped([...transaction(mary, 1), ...transaction(ana, 2)]),
    'E 0100',
  ),
  guide(
    'two transactions about other people',
    enveloped([...transaction(mary, 1), ...transaction(mary, 2)]),
    incomplete,
  ),
];
