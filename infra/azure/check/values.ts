/** What an expression of a template comes to. */
export type Value = string | number | boolean | null | undefined | Value[] | Fields;
export interface Fields {
  [name: string]: Value;
}

/** As it stands in a template's text; of a list or an object its JSON. */
export function textOf(value: Value): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function asFields(value: Value): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

export function at(fields: Fields, path: string): Value {
  return path.split('.').reduce<Value>((value, name) => asFields(value)[name], fields);
}
