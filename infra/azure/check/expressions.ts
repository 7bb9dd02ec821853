import type { Node } from 'web-tree-sitter';
import { callFunction } from './functions.ts';
import { asFields, textOf, type Fields, type Value } from './values.ts';

/** Names that an expression can use. */
export type Names = Map<string, () => Value>;

/** Evaluates an expression; throws at syntax that our templates do not use, so that nothing is left unchecked. */
export function valueOf(node: Node, names: Names): Value {
  const evaluated = forms[node.type];
  if (!evaluated)
    throw new Error(`Line ${node.startPosition.row + 1}: ${node.type} is not evaluated: ${node.text}`);
  return evaluated(node, names);
}

const forms: Record<string, (node: Node, names: Names) => Value> = {
  string: (node, names) =>
    node.namedChildren
      .map((part) =>
        part.type === 'interpolation' ? textOf(inner(part, 0, names)) : part.text.replaceAll(/\\(.)/g, '$1'),
      )
      .join(''),
  number: (node) => Number(node.text),
  boolean: (node) => node.text === 'true',
  null: () => null,
  array: (node, names) => node.namedChildren.filter(isCode).map((item) => valueOf(item, names)),
  object: (node, names) =>
    Object.fromEntries(node.namedChildren.filter(isCode).map((property) => propertyOf(property, names))),
  identifier: (node, names) => {
    const make = names.get(node.text);
    if (!make) throw new Error(`Line ${node.startPosition.row + 1}: ${node.text} is not declared`);
    return make();
  },
  parenthesized_expression: (node, names) => inner(node, 0, names),
  ternary_expression: (node, names) => inner(node, inner(node, 0, names) ? 1 : 2, names),
  unary_expression: (node, names) => !inner(node, 0, names),
  binary_expression: (node, names) => {
    const operator = operators[node.child(1)?.type ?? ''];
    if (!operator) throw new Error(`Line ${node.startPosition.row + 1}: not evaluated: ${node.text}`);
    return operator(inner(node, 0, names), () => inner(node, 1, names));
  },
  for_statement: (node, names) => eachOf(node, names, (within, body) => valueOf(body, within)),
  member_expression: (node, names) => {
    const of = inner(node, 0, names);
    const name = node.namedChild(1)?.text ?? '';
    if (of === undefined) return undefined;
    const value = asFields(of)[name];
    if (value === undefined) throw new Error(`Line ${node.startPosition.row + 1}: there is no ${node.text}`);
    return value;
  },
  subscript_expression: (node, names) => {
    const of = inner(node, 0, names);
    const key = inner(node, 1, names);
    return Array.isArray(of) ? of[Number(key)] : asFields(of)[textOf(key)];
  },
  call_expression: (node, names) => {
    const given = (node.namedChild(1)?.namedChildren ?? []).filter(isCode).map((one) => valueOf(one, names));
    return callFunction(node.namedChild(0)?.text ?? '', given);
  },
};

const operators: Record<string, (a: Value, b: () => Value) => Value> = {
  '&&': (a, b) => Boolean(a && b()),
  '||': (a, b) => Boolean(a || b()),
  '??': (a, b) => a ?? b(),
  '==': (a, b) => a === b(),
  '!=': (a, b) => a !== b(),
  '>': (a, b) => Number(a) > Number(b()),
};

/** Evaluates `[for x in list: …]` for each item. */
export function eachOf<T extends Value>(
  node: Node,
  names: Names,
  make: (within: Names, body: Node, index: number) => T,
): T[] {
  const [variables, list, body] = node.namedChildren;
  const items = list && valueOf(list, names);
  if (!variables || !body || !Array.isArray(items)) throw new Error(`Not a loop over a list: ${node.text}`);
  const named = variables.namedChildren.map(({ text }) => text);
  const [item = variables.text, index = ''] = named;
  return items.map((value, n) => make(new Map([...names, [item, () => value], [index, () => n]]), body, n));
}

function propertyOf(node: Node, names: Names): [string, Value] {
  const [name, value] = node.namedChildren;
  if (!name || !value) throw new Error(`Not a property: ${node.text}`);
  return [name.type === 'string' ? textOf(valueOf(name, names)) : name.text, valueOf(value, names)];
}

function inner(node: Node, index: number, names: Names): Value {
  const child = node.namedChildren.filter(isCode)[index];
  return child && valueOf(child, names);
}

const isCode = ({ type }: Node) => type !== 'comment' && type !== 'diagnostic_comment';

export const fieldsOf = (node: Node, names: Names): Fields => asFields(valueOf(node, names));
