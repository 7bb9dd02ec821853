/** The value of an expression in a template. */
export type Value = string | number | boolean | null | undefined | Value[] | Fields;
export interface Fields {
  [name: string]: Value;
}

/** Formats a value as in a template's text; a list or an object as JSON. */
export function textOf(value: Value): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function asFields(value: Value): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

export function at(fields: Fields, path: string): Value {
  return path.split('.').reduce<Value>((value, name) => asFields(value)[name], fields);
}
