import path from 'node:path';
import type { Node } from 'web-tree-sitter';
import { eachOf, fieldsOf, valueOf, type Names } from './expressions.ts';
import { fromDisk, parseBicep, type ReadTemplate } from './parse.ts';
import { setByAzure } from './set-by-azure.ts';
import { asFields, textOf, type Fields, type Value } from './values.ts';

/** A resource that the template creates. */
export interface Resource {
  file: string;
  symbol: string;
  type: string;
  apiVersion: string;
  /** Derived from types and names; two resources never share one. */
  id: string;
  /** Id of the parent or of the resource that it is assigned to; empty for the resource group. */
  scope: string;
  body: Fields;
}

export interface Evaluation {
  resources: Resource[];
  outputs: Fields;
  /** Parameters without a default or a value. */
  missing: string[];
}

interface Template {
  file: string;
  read: ReadTemplate;
  names: Names;
  found: Evaluation;
}

/** Evaluates the resources that a template and its modules create with these parameters. */
export function evaluate(file: string, parameters: Fields, read: ReadTemplate = fromDisk): Evaluation {
  const template: Template = {
    file,
    read,
    names: new Map(),
    found: { resources: [], outputs: {}, missing: [] },
  };
  const root = parseBicep(file, read(file));
  for (const node of root.namedChildren) {
    const make = declared[node.type];
    if (make)
      template.names.set(
        node.namedChild(0)?.text ?? '',
        once(() => make(template, node, parameters)),
      );
  }
  for (const make of template.names.values()) make();
  for (const node of root.namedChildren.filter(({ type }) => type === 'output_declaration')) {
    const [name, , value] = node.namedChildren;
    if (name && value) template.found.outputs[name.text] = valueOf(value, template.names);
  }
  return template.found;
}

/** Evaluates once and late, because a name may be used above its declaration. */
function once(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

const declared: Record<string, (template: Template, node: Node, parameters: Fields) => Value> = {
  parameter_declaration: ({ names, found }, node, parameters) => {
    const [name, , standard] = node.namedChildren;
    const given = parameters[name?.text ?? ''];
    if (given === undefined && !standard) found.missing.push(name?.text ?? '');
    return given ?? (standard && valueOf(standard, names));
  },
  variable_declaration: ({ names }, node) => {
    const value = node.namedChild(1);
    return value ? valueOf(value, names) : undefined;
  },
  resource_declaration: (template, node) => {
    const isExisting = node.children.some(({ type }) => type === 'existing');
    return eachBody(template, node, (kind, body, symbol) => {
      const { resource, value } = resourceOf({ file: template.file, symbol, kind, body });
      if (!isExisting) template.found.resources.push(resource);
      return value;
    });
  },
  module_declaration: (template, node) =>
    eachBody(template, node, (kind, { params }) => {
      const file = path.join(path.dirname(template.file), kind);
      const { resources, outputs, missing } = evaluate(file, asFields(params), template.read);
      template.found.resources.push(...resources);
      template.found.missing.push(...missing.map((name) => `${kind}: ${name}`));
      return { outputs };
    }),
};

/** Makes a declaration with `if` once or not at all, and one with `for` once for each item. */
function eachBody(
  { names }: Template,
  node: Node,
  make: (kind: string, body: Fields, symbol: string) => Value,
): Value {
  const [name, kindNode, what] = node.namedChildren;
  if (!name || !kindNode || !what) throw new Error(`Not a declaration: ${node.text}`);
  const kind = textOf(valueOf(kindNode, names));
  if (what.type === 'for_statement') {
    return eachOf(what, names, (within, body, n) => make(kind, fieldsOf(body, within), `${name.text}[${n}]`));
  }
  const [condition, body] = what.type === 'if_statement' ? what.namedChildren : [undefined, what];
  if (!body || (condition && !valueOf(condition, names))) return undefined;
  return make(kind, fieldsOf(body, names), name.text);
}

function resourceOf({
  file,
  symbol,
  kind,
  body,
}: {
  file: string;
  symbol: string;
  kind: string;
  body: Fields;
}) {
  const [type = '', apiVersion = ''] = kind.split('@');
  const above = asFields(body['parent'] ?? body['scope'])['id'];
  const scope = typeof above === 'string' ? above : '';
  const name = textOf(body['name'] ?? body['uniqueName'] ?? body['appId']);
  const id = `${scope}/${type}/${name}`;
  const made = setByAzure(type, name);
  const properties = { ...asFields(body['properties']), ...made.properties };
  const identity = { ...asFields(body['identity']), ...made.identity };
  return {
    resource: { file, symbol, type, apiVersion, id, scope, body },
    value: { ...made, ...body, id, properties, identity },
  };
}
