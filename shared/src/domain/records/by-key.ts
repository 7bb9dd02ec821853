import * as z from 'zod';

export function byKey<K extends string, T>(
  keys: z.ZodEnum<Record<K, K>>,
  valueOf: (key: K) => T,
): Record<K, T> {
  const values = Object.fromEntries(keys.options.map((key) => [key, valueOf(key)]));
  return z.record(keys, z.custom<T>()).parse(values);
}
