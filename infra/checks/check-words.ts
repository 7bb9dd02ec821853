import { findingsIn, textsOf, type Text } from './words.ts';

// Part of `npm run check`: texts and documents that people read have no finding, and the share of comments and test
// titles with one only falls. `--list` names each.

const areas = [
  { name: 'server', patterns: ['{functions,shared}/src/**/*.ts'], texts: 0, share: 0 },
  { name: 'web', patterns: ['web/src/**/*.{ts,tsx}', 'web/e2e/**/*.ts'], texts: 0, share: 0 },
  { name: 'infra', patterns: ['infra/**/*.{ts,mjs}'], texts: 0, share: 0 },
  {
    name: 'documents',
    patterns: ['*.md', '.github/*.md', '{functions,shared,infra}/**/*.md'],
    texts: 0,
    share: 0,
  },
];

const isInCode = ({ kind }: Text) => kind === 'comment' || kind === 'title';
const isListed = process.argv.includes('--list');
const measured = areas.map(({ name, patterns, ...most }) => {
  const texts = textsOf(patterns);
  const findings = texts.flatMap((text) => findingsIn(text).slice(0, 1));
  if (isListed)
    for (const { file, line, why, words } of findings)
      process.stdout.write(`${file}:${line} ${why}: ${words}\n`);
  const inCode = findings.filter(isInCode).length;
  const share = inCode / Math.max(1, texts.filter(isInCode).length);
  return { name, texts: findings.length - inCode, share, most };
});
const isWorse = measured.some(({ texts, share, most }) => texts > most.texts || share > most.share);
const result = Object.fromEntries(
  measured.map(({ name, texts, share }) => [name, { texts, share: Math.round(share * 1000) / 1000 }]),
);
process.stdout.write(`RESULT ${JSON.stringify(result)}\n`);
if (isWorse)
  process.stdout.write(
    'There are more findings than before: see `npx node infra/checks/check-words.ts --list`.\n',
  );
process.exitCode = isWorse ? 1 : 0;
