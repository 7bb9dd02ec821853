import * as z from 'zod';

export type ControlKind =
  | 'text'
  | 'long text'
  | 'date'
  | 'number'
  | 'yes or no'
  | 'one of'
  | 'some of'
  | 'list of texts';

/** The longest text that gets a single-line input. */
const MAX_PER_LINE = 200;

/** The part of the form's schema for one field. */
export function schemaAt(schema: z.core.$ZodType, name: string): z.core.$ZodType | undefined {
  return name.split('.').reduce<z.core.$ZodType | undefined>((within, key) => {
    const inner = within && unwrapped(within);
    if (inner instanceof z.ZodObject) return inner.shape[key];
    return inner instanceof z.ZodArray ? inner.element : undefined;
  }, schema);
}

/** Chooses the control that fits the schema; a closed set of values becomes a choice. */
export function controlOf(schema: z.core.$ZodType | undefined, isChoice = false): ControlKind {
  const inner = schema && unwrapped(schema);
  if (inner instanceof z.ZodBoolean) return 'yes or no';
  if (inner instanceof z.ZodArray) return isChoice ? 'some of' : 'list of texts';
  if (isChoice) return 'one of';
  if (inner instanceof z.ZodNumber) return 'number';
  if (inner instanceof z.ZodISODate) return 'date';
  if (inner instanceof z.ZodString && (inner.maxLength ?? 0) > MAX_PER_LINE) return 'long text';
  return 'text';
}

/** The values of an enumeration or of a list of enumeration values. */
export function choicesOf(schema: z.core.$ZodType | undefined): string[] {
  const inner = schema && unwrapped(schema);
  if (inner instanceof z.ZodArray) return choicesOf(inner.element);
  return inner instanceof z.ZodEnum ? inner.options.map(String) : [];
}

const textSchema = (schema: z.core.$ZodType | undefined) => {
  const inner = schema && unwrapped(schema);
  return inner instanceof z.ZodString || inner instanceof z.ZodStringFormat ? inner : undefined;
};

export const maxLengthOf = (schema: z.core.$ZodType | undefined): number | undefined =>
  textSchema(schema)?.maxLength ?? undefined;

export function inputModeOf(schema: z.core.$ZodType | undefined): { inputMode?: 'email' | 'url' } {
  const format = textSchema(schema)?.format;
  return format === 'email' || format === 'url' ? { inputMode: format } : {};
}

/** The error of a text that is too long. An input with a limit of its own would cut a pasted text in silence. */
export function excessOf(schema: z.core.$ZodType | undefined, value: unknown): string | undefined {
  const most = maxLengthOf(schema);
  if (!schema || typeof value !== 'string' || most === undefined || value.length <= most) return undefined;
  const issues = z.safeParse(schema, value).error?.issues ?? [];
  return issues.find(({ code }) => code === 'too_big')?.message;
}

/** True when an empty value is refused. A field that cannot be empty needs no mark. */
export function isRequired(schema: z.core.$ZodType | undefined): boolean {
  if (!schema || ['yes or no', 'some of', 'list of texts'].includes(controlOf(schema))) return false;
  return ['', null, undefined].every((empty) => !z.safeParse(schema, empty).success);
}

export const isNullable = (schema: z.core.$ZodType | undefined) =>
  !!schema && z.safeParse(schema, null).success;

/**
 * Removes optional, nullable, default and transform wrappers; of a union such as "empty or …" it takes the last member.
 */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return unwrapped(schema.def.in);
  if (schema instanceof z.ZodUnion) return unwrapped(schema.options.at(-1) ?? schema);
  return schema;
}
