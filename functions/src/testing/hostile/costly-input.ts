import type { Endpoint } from '@handoff/shared/contract/endpoint';
import type { Randomness } from '@handoff/local/seed/randomness';
import * as z from 'zod';
import { replaceSomewhere, type Bent } from './bent-input.ts';

const MB = 1024 * 1024;

const Input = z.looseObject({
  query: z.record(z.string(), z.string()).optional(),
  body: z.record(z.string(), z.json()).optional(),
});
type Json = z.infer<ReturnType<typeof z.json>>;

/** Pieces that are frequent in texts of the product, or have a meaning for their readers. */
const units = [
  ' ',
  '\t',
  '\n',
  ',',
  '"',
  "'",
  '-',
  '0',
  'a',
  '*',
  '~',
  '@',
  '<b>',
  '06510 ',
  '\u200B',
  'É',
  '–',
  'MSG*revocation',
  'revocation',
  'EB*1',
  'county ',
  'APT ',
  '1-2-',
  '123-45-',
] as const;
const counts = [600, 5_000, 60_000] as const;
const lengths = [1_000, 20_000, 100_000, 480_000, 880_000] as const;

/** Draws a request of at most a megabyte that costs more to process than others of its size. */
export function makeCostly(endpoint: Endpoint, valid: unknown, random: Randomness): Bent {
  const input = Input.parse(valid);
  const { body } = input;
  if (!body || (endpoint.query && random.chance(0.2))) {
    const count = random.pick([60, 900, 3_000]);
    return { what: `${count} parameters`, input: { ...input, query: numbered('a', count) }, how: {} };
  }
  const [what, rawBody] = random.pick([manyFields, longText, longText, deep, manyEntries])(body, random);
  return { what, input, how: { rawBody: rawBody.slice(0, MB) } };
}

const numbered = (name: string, count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, '']));

type Draw = [what: string, rawBody: string];

function manyFields(body: Json, random: Randomness): Draw {
  const count = random.pick([450, ...counts]);
  const fields = numbered('k', count);
  const whole = { ...Object(body), ...fields };
  return [
    `${count} fields`,
    JSON.stringify(random.chance(0.5) ? whole : replaceSomewhere(body, fields, random)),
  ];
}

/** Repeats something in one of its texts. */
function longText(body: Json, random: Randomness): Draw {
  const unit = random.pick(units);
  const length = random.pick(lengths);
  const texts = textsIn(body);
  const at = random.between(0, Math.max(0, texts - 1));
  const repeated = unit.repeat(Math.ceil(length / unit.length));
  const where = random.fraction();
  const end = random.pick(['', 'x']);
  let seen = 0;
  const rawBody = JSON.stringify(body, (_name, value: unknown) => {
    if (typeof value !== 'string' || seen++ !== at) return value;
    const cut = Math.floor(where * (value.length + 1));
    return `${value.slice(0, cut)}${repeated}${end}${value.slice(cut)}`;
  });
  return [`${length} of ${JSON.stringify(unit)} in text ${at}`, rawBody];
}

function textsIn(value: Json): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + textsIn(inner), 0);
}

function deep(body: Json, random: Randomness): Draw {
  const levels = random.pick([15, 30, 5_000, 200_000]);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ]);
  const hole = JSON.stringify(replaceSomewhere(body, 'HOLE', random));
  return [`${levels} levels`, hole.replace('"HOLE"', () => `${open.repeat(levels)}1${close.repeat(levels)}`)];
}

/** Makes a long list from one of its lists or other values. */
function manyEntries(body: Json, random: Randomness): Draw {
  const count = random.pick(counts);
  const entry = random.pick<Json>([0, 'a', {}, [], { Id: 'a' }]);
  const list = Array.from({ length: count }, () => entry);
  const [name] = Object.entries(Object(body)).find(([, value]) => Array.isArray(value)) ?? [];
  const whole =
    name !== undefined && random.chance(0.5)
      ? { ...Object(body), [name]: list }
      : replaceSomewhere(body, list, random);
  return [`${count} entries ${JSON.stringify(entry)}`, JSON.stringify(whole)];
}
