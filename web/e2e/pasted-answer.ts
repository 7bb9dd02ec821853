import { readFile } from 'node:fs/promises';

interface Person {
  mbi: string;
  first: string;
  last: string;
  born: string;
}

/** A 271 from another portal, dated today, for a person who now has a Medicare Advantage plan. */
export async function advantageAnswer({ mbi, first, last, born }: Person): Promise<string> {
  const folder = new URL('../../functions/src/features/eligibility/fixtures/', import.meta.url);
  const text = await readFile(new URL('made-03-medicare-advantage-hmo-eb-r-form.271', folder), 'utf8');
  // Medicare's days are days of Eastern Time.
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
  return text
    .replaceAll('1EG4TE5MK03', mbi.replaceAll('-', ''))
    .replaceAll("O'NEIL-NUNEZ*ANA", `${last}*${first}`.toUpperCase())
    .replaceAll('19480312', born.replaceAll('-', ''))
    .replaceAll('20250610', today.replaceAll('-', ''));
}
