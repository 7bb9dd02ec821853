import { addMs } from '../../core/time.ts';
const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 1_440;

/** In UTC; undefined beyond a day, or for fields with names or ranges, which no schedule of this product has. */
export function nextRun(schedule: string, after: Date): Date | undefined {
  const [second = '', ...rest] = schedule.split(' ');
  const start = Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS;
  for (let minutes = 0; minutes <= MINUTES_A_DAY; minutes += 1) {
    const at = new Date(start + minutes * MINUTE_MS);
    const parts = [
      at.getUTCMinutes(),
      at.getUTCHours(),
      at.getUTCDate(),
      at.getUTCMonth() + 1,
      at.getUTCDay(),
    ];
    if (!parts.every((part, index) => matches(rest[index] ?? '', part))) continue;
    const time = seconds
      .filter((each) => matches(second, each))
      .map((each) => addMs(at, each * 1_000))
      .find((each) => each > after);
    if (time) return time;
  }
  return undefined;
}

const seconds = Array.from({ length: 60 }, (_none, each) => each);

/** A field is `*`, `7`, `5,35`, or has a step such as `9/10`. */
function matches(field: string, value: number): boolean {
  return field.split(',').some((part) => {
    const [first = '', step] = part.split('/');
    if (step === undefined) return first === '*' || Number(first) === value;
    const from = first === '*' ? 0 : Number(first);
    return value >= from && (value - from) % Number(step) === 0;
  });
}
