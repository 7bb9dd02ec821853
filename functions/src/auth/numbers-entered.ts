import { isMbi, plainNumber, Ssn } from '@handoff/shared/domain/person/identifiers';
import * as z from 'zod';
import { FieldKeysNotConfigured, type FieldKeys } from '../platform/ports.ts';

const Entered = z.object({
  Patient: z.object({ Ssn: z.string().default(''), Mbi: z.string().default('') }),
});

/** Returns keyed hashes of the full numbers in a body; none without keys, because nothing is compared then. */
export async function numbersIn(fieldKeys: FieldKeys, body: unknown, domainId: string): Promise<string[]> {
  const { data } = Entered.safeParse(body);
  if (!data) return [];
  const { Ssn: ssn, Mbi: mbi } = data.Patient;
  const whole = [
    ...(Ssn.safeParse(ssn).success ? [Ssn.parse(ssn)] : []),
    ...(isMbi(plainNumber(mbi)) ? [plainNumber(mbi)] : []),
  ];
  try {
    const hashes = await Promise.all(
      whole.map((number) => fieldKeys.blindIndexes(number, { domainId, field: 'entered' })),
    );
    return hashes.flatMap(([newest]) => newest ?? []);
  } catch (error) {
    if (error instanceof FieldKeysNotConfigured) return [];
    throw error;
  }
}
