import * as z from 'zod';

type Keep<S extends z.ZodRawShape> = z.ZodObject<S, z.core.$strict>;
type Sent<S extends z.ZodRawShape, R extends z.ZodRawShape> = z.input<Keep<S>> & {
  [Field in Exclude<keyof R, keyof S>]?: unknown;
};

/** Ignores the other fields of the record, so that it can be read, changed and sent back; refuses unknown ones. */
export function asRead<S extends z.ZodRawShape, R extends z.ZodRawShape>(
  edit: Keep<S>,
  record: z.ZodObject<R>,
): z.ZodType<z.output<Keep<S>>, Sent<S, R>> {
  const names = Object.keys(record.shape).filter((name) => !(name in edit.shape));
  const readOnly = z.unknown().meta({ readOnly: true }).optional();
  const whole = edit.extend(Object.fromEntries(names.map((name) => [name, readOnly])));
  const edited = whole.transform((sent) =>
    Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name))),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the fields of `edit` are left
  return edited as unknown as z.ZodType<z.output<Keep<S>>, Sent<S, R>>;
}

export function withDefaults<S extends z.ZodRawShape, D extends keyof S>(
  fields: Keep<S>,
  defaults: { [F in D]: z.core.output<S[F]> },
) {
  const shape: z.ZodRawShape = fields.shape;
  const optional = Object.entries(defaults).flatMap(([name, value]) => {
    const field = shape[name];
    return field instanceof z.ZodType ? [[name, field.default(value)] as const] : [];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of these fields is wrapped in its default
  return fields.extend(Object.fromEntries(optional)) as unknown as z.ZodObject<
    { [F in keyof S]: F extends D ? z.ZodDefault<S[F] extends z.ZodType ? S[F] : never> : S[F] },
    z.core.$strict
  >;
}
