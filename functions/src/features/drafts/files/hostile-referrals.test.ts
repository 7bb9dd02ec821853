import { expect, test } from 'vitest';
import { AppError } from '../../../core/app-error.ts';
import { zipOf } from '../../../testing/examples/drafts.ts';
import { messageText, sampleFile } from '../../../testing/examples/referral-files.ts';
import { isLong, seeded } from '../../../testing/faults/run-size.ts';
import { referralBudget } from './hostile-file.ts';
import { readReferralFile } from './read-referral-file.ts';
import { readXml } from './read-xml.ts';

const FILES = isLong ? 20_000 : 300;
/** CPU time of this process, because others on the machine must not count. */
const MAX_CPU_MS = 5_000;
const MAX_MEMORY = 400 * 1024 * 1024;

const random = seeded('hostile referrals');
const names = [
  'referral-note.xml',
  'scanned-summary.xml',
  'clinical-order.json',
  'bser-message.json',
  'transfer-of-care.json',
  '360x-adapter.json',
  'order.hl7',
];
const good = [...(await Promise.all(names.map(sampleFile))), Buffer.from(messageText)].map((bytes) =>
  Buffer.from(bytes),
);

const pick = <T>(list: readonly T[], otherwise: T): T =>
  list[random.between(0, list.length - 1)] ?? otherwise;
const oneGood = () => pick(good, Buffer.alloc(0));
const at = (bytes: Buffer) => random.between(0, Math.max(bytes.length - 1, 0));
const poison = [
  'null',
  'true',
  '-1',
  '1e999',
  '[]',
  '{}',
  '[[]]',
  '""',
  '{"__proto__":{"x":1}}',
  '"\\ud800"',
  '{"length":1e9}',
];
const keys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'resourceType',
  'entry',
  '#text',
  ':@',
];

/** Each bends a good file in its own way, or makes one that has broken some parser. */
const bends: (() => Buffer)[] = [
  function cut() {
    const bytes = oneGood();
    return bytes.subarray(0, at(bytes));
  },
  function withoutBeginning() {
    const bytes = oneGood();
    return bytes.subarray(at(bytes));
  },
  function otherBytes() {
    const bytes = Buffer.from(oneGood());
    for (let changed = random.between(1, 20); changed > 0; changed -= 1)
      bytes.writeUInt8(random.between(0, 255), at(bytes));
    return bytes;
  },
  function otherValue() {
    const text = oneGood().toString();
    const strings = [...text.matchAll(/"[^"\n]{1,40}"(?!:)/g)];
    const string = pick(strings, undefined);
    return Buffer.from(string ? text.replace(string[0], pick(poison, 'null')) : text);
  },
  function otherKey() {
    const text = oneGood().toString();
    const key = pick(
      [...text.matchAll(/"(\w+)":|<(\w+)/g)].map(([, json, xml]) => json ?? xml ?? ''),
      'x',
    );
    return Buffer.from(text.replaceAll(key, pick(keys, 'x')));
  },
  function twice() {
    return Buffer.concat([oneGood(), oneGood()]);
  },
  function spliced() {
    const [one, other] = [oneGood(), oneGood()];
    return Buffer.concat([one.subarray(0, at(one)), other.subarray(at(other))]);
  },
  function repeatedPart() {
    const bytes = oneGood();
    const [from, to] = [at(bytes), at(bytes)].toSorted((a, b) => a - b);
    const part = bytes.subarray(from, to);
    return Buffer.concat([
      bytes.subarray(0, to),
      ...Array.from({ length: 20 }, () => part),
      bytes.subarray(to),
    ]);
  },
  function entities() {
    const size = random.between(1, 2_000);
    const declared = `<!DOCTYPE a [<!ENTITY x "${'x'.repeat(size)}"><!ENTITY y "${'&x;'.repeat(size)}">]>`;
    return Buffer.from(
      `${pick(['', '<?xml version="1.0"?>', '\n<!-- -->'], '')}${declared}<a>${'&y;'.repeat(size)}</a>`,
    );
  },
  function references() {
    const reference = pick(['&amp;', '&#65;', '&#x41;', '&#9999999999;', '&nothing;', '&'], '&');
    return Buffer.from(
      `<ClinicalDocument><title>${reference.repeat(random.between(1, 5_000))}</title></ClinicalDocument>`,
    );
  },
  function deep() {
    const depth = random.between(1, 20_000);
    return Buffer.from(
      pick(
        [
          '<a>'.repeat(depth),
          '{"a":'.repeat(depth),
          `{"a":${'['.repeat(depth)}`,
          `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`,
        ],
        '',
      ),
    );
  },
  function many() {
    const count = random.between(1, 3_000);
    return Buffer.from(
      pick(
        [
          `<ClinicalDocument>${'<component/>'.repeat(count)}</ClinicalDocument>`,
          `<a ${Array.from({ length: count }, (_, index) => `x${index}="1"`).join(' ')}/>`,
          `{"resourceType":"Bundle","entry":[${'{"resource":{"resourceType":"Patient","name":[{"family":"A"}]}},'.repeat(Math.ceil(count / 10))}{}]}`,
          `MSH|^~\\&|A|B|C|D|1||REF^I12|1|P|2.5.1\r${'OBX|1|TX|a||b\r'.repeat(count)}`,
          `MSH|^~\\&|A|B|C|D|1||REF^I12|1|P|2.5.1\rPID|${'|'.repeat(count)}${'~'.repeat(count)}${'\\'.repeat(count)}`,
          `<a><![CDATA[${'<![CDATA['.repeat(count)}`,
          `<${'?'.repeat(count)}`,
          `<!--${'<!--'.repeat(count)}`,
        ],
        '',
      ),
    );
  },
  function otherEncoding() {
    const text = oneGood().toString();
    return pick(
      [
        Buffer.from(`\uFEFF${text}`, 'utf16le'),
        Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
        Buffer.from(text, 'utf16le'),
        Buffer.from(`\uFEFF${text}`),
        Buffer.from(text.replace('UTF-8', 'utf-7')),
        Buffer.concat([Buffer.from(text), Buffer.of(0xff)]),
      ],
      Buffer.alloc(0),
    );
  },
  function packed() {
    const zip = zipOf({ 'note.xml': oneGood().toString(), 'order.hl7': messageText });
    if (random.between(0, 1) === 1) zip.writeUInt8(random.between(0, 255), at(zip));
    return pick([zip, zip.subarray(0, at(zip)), Buffer.concat([zip, oneGood()])], zip);
  },
  function noise() {
    const starts = ['', '<', '{', 'MSH|', 'PK\u0003\u0004', '%PDF'];
    const bytes = Array.from({ length: random.between(0, 2_000) }, () => random.between(0, 255));
    return Buffer.concat([Buffer.from(pick(starts, '')), Buffer.from(bytes)]);
  },
];

test(`each of ${FILES} bent files becomes a draft or is refused with a reason, in bounded time and memory`, async () => {
  const ended = { read: 0, refused: 0 };
  const reasons = new Set<string>();
  let slowest = 0;
  let most = 0;
  for (let file = 0; file < FILES; file += 1) {
    const bytes = (bends[file % bends.length] ?? oneGood)();
    const before = process.memoryUsage().rss;
    const began = process.cpuUsage();
    try {
      // oxlint-disable-next-line no-await-in-loop -- each is measured by itself
      const { Taken } = await readReferralFile(bytes);
      if (Taken.length > 0) ended.read += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw new Error(`file ${file}: ${String(error)}`, { cause: error });
      reasons.add(error.message.replace(/(?:of the kind|of type) .* is/, 'is'));
      ended.refused += 1;
    }
    const { user, system } = process.cpuUsage(began);
    slowest = Math.max(slowest, (user + system) / 1000);
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  expect(ended.read + ended.refused).toBe(FILES);
  expect(ended.read).toBeGreaterThan(FILES / 10);
  expect(reasons.size).toBeGreaterThan(8);
  expect(slowest).toBeLessThan(MAX_CPU_MS);
  expect(most).toBeLessThan(MAX_MEMORY);
  expect(Object.prototype).not.toHaveProperty('x');
}, 120_000);

test('long texts are read as they are, also between marks of other kinds', async () => {
  const long = 'a long text > '.repeat(10_000);
  expect(await contentOf(`<a>${long}<b/>${long}</a>`)).toEqual([long, expect.anything(), long]);
  expect(await contentOf(`<a><![CDATA[<x>${long}<y>]]></a>`)).toEqual([`<x>${long}<y>`]);
  expect(await contentOf(`<a>${long}&amp;</a>`)).toEqual([`${long}&`]);
});

const contentOf = async (xml: string) => (await readXml(xml, referralBudget())).content;
