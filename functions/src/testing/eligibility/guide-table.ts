import { writeFileSync } from 'node:fs';
import { rejectionCodes } from '../../features/eligibility/x12/rejections.ts';
import { guideCodes, isRead } from './guide-codes.ts';
import { guideLeftOutForms, guideReadForms, unreadForms } from './guide-forms.ts';

// `npm run build medicare-table` writes what the reader declares into infra/docs/medicare-answers.md.

export const root = new URL('../../../../', import.meta.url);
export const tableFile = new URL('infra/docs/medicare-answers.md', root);

const FEATURE = 'functions/src/features/eligibility/';
const GUIDE_TEST = `${FEATURE}x12/guide.test.ts`;

/** A row of the table, and the test that tries it. */
export interface GuideRow {
  code: string;
  about: string;
  state: 'read' | 'ignored on purpose' | 'unread';
  /** The result, or why it is left out. */
  use: string;
  file: string;
  title: string;
}

const people = 'shown to people as a line that Handoff cannot read';

const actors = {
  input: 'wrong input',
  retry: 'not completed: try again',
  configuration: 'not completed: for the administrator',
  deceased: 'not eligible',
} as const;

const triedAs = (title: string) => ({ file: GUIDE_TEST, title });

/** The segments around the benefits, which no single line can try. */
const envelope: readonly GuideRow[] = [
  {
    code: 'ISA, IEA',
    about: 'Interchange; its separators and its control number',
    use: 'separators; a control number that does not match is a notice',
    file: 'x12/answer-damage.test.ts',
    title: 'any separators, line breaks and an unpadded ISA read the same',
  },
  {
    code: 'GS, GE, ST, SE',
    about: 'Group and transaction; how many segments were sent',
    use: 'lost segments and control numbers that do not match are said',
    file: 'x12/answer-damage.test.ts',
    title: 'an answer that lost any segments can still be read, and an unknown one gives no verdict',
  },
  {
    code: 'ST*271 several times, ST*999',
    about: 'More transactions in one interchange; acknowledgements',
    use: 'each 271 is read, nothing else is taken for one',
    file: 'x12/parse-271.test.ts',
    title: 'every 271 of an interchange is read, and no other transaction is mistaken for one',
  },
  {
    code: 'BHT',
    about: 'When the response was written',
    use: 'the date of a response that names none',
    file: 'rules/answer-for.test.ts',
    title: 'an answer with traces must repeat ours; without a date of its own it is then about our day',
  },
  {
    code: 'HL*20, HL*21, HL*22, HL*23',
    about: 'Payer, provider, subscriber, dependent',
    use: 'the loop that holds the line',
    file: 'x12/facts.test.ts',
    title: 'a rejection has the level at which it came',
  },
  {
    code: 'NM1*PR of loop 2100A',
    about: 'The payer who responds',
    use: 'payer; one that is not Medicare is named',
    file: 'rules/classify.test.ts',
    title: 'a response of %j that speaks of Part B is an issue that names its payer',
  },
  {
    code: 'Any other segment',
    about: 'Anything else',
    state: 'unread' as const,
    use: people,
    file: 'x12/parse-271.test.ts',
    title: 'a line in an unexpected loop is kept for people to read',
  },
].map(({ file, ...row }) => ({ state: 'read', ...row, file: `${FEATURE}${file}` }));

const benefits: readonly GuideRow[] = [
  ...Object.values(guideReadForms).map(({ code, about, fact }) => ({
    code,
    about,
    state: 'read' as const,
    use: fact,
    ...triedAs(code),
  })),
  ...Object.values(guideLeftOutForms)
    .flat()
    .map(({ code, about, why }) => ({
      code,
      about,
      state: 'ignored on purpose' as const,
      use: why,
      ...triedAs(code),
    })),
  ...unreadForms.map(({ code, about }) => ({
    code,
    about,
    state: 'unread' as const,
    use: people,
    ...triedAs(code),
  })),
];

const codes: readonly GuideRow[] = guideCodes.map((given) => ({
  code: given.code,
  about: given.about,
  state: isRead(given) ? ('read' as const) : ('ignored on purpose' as const),
  use: given.use,
  ...triedAs(`${given.code}: ${given.about}`),
}));

const rejections: readonly GuideRow[] = [...rejectionCodes].map(([code, { kind, text, field }]) => ({
  code: `AAA*${code}`,
  about: text,
  state: 'read',
  use: field === undefined ? actors[kind] : `${actors[kind]}: ${field}`,
  ...triedAs(`AAA*${code}`),
}));

export const guideRows: readonly GuideRow[] = [...envelope, ...benefits, ...codes, ...rejections];

export function medicareAnswersTable(): string {
  return `# Medicare answers (X12 271)

Each segment and code of CMS's HETS 270/271 guides (4010, 2012, 2014 and later) that the reader knows, generated from its own declarations by
\`npm run build medicare-table\`. A segment, benefit or date without a row is unread: it is shown to people and never dropped. Tests without a file are in \`${GUIDE_TEST}\`.

\`npm run build medicare-reading -- answer.271 2025-06-10\` prints how an answer is read: each line, then the facts that it becomes, or that it is
ignored or unread. Names, numbers and addresses are replaced, and all dates move by the same number of days, as if the date of service, which
is the second argument, were 01/01/2001. An administrator downloads the answer of a check at Raw 270/271.

## Envelope and loops

${tableOf(envelope)}

## Benefits (EB)

${tableOf(benefits)}

## Other segments, and the codes in them

${tableOf(codes)}

## Rejections (AAA03)

Codes 15 and 33 above the person, or beside EB*V, are a technical failure: not completed, try again.

${tableOf(rejections)}
`;
}

function tableOf(rows: readonly GuideRow[]): string {
  const lines = rows.map(({ code, about, state, use, file, title }) => {
    const test = file === GUIDE_TEST ? `"${title}"` : `\`${file}\` "${title}"`;
    return [`\`${code}\``, about, state, use, test].map(cell).join(' | ');
  });
  return ['Code | What it says | State | Becomes, or why not | Test', '--- | --- | --- | --- | ---', ...lines]
    .map((line) => `| ${line} |`)
    .join('\n');
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`);

if (import.meta.main) writeFileSync(tableFile, medicareAnswersTable());
