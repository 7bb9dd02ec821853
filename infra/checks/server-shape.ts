import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import * as z from 'zod';
import { importsIn, type Import } from './import-graph.ts';

/** How the server reads, counted in the texts of its files. */
export interface ServerShape {
  /** Groups of files that reach each other in a circle, types included. */
  circles: number;
  /** The same of the folders beside each other in one folder, at any depth. */
  knots: number;
  /** Texts with SQL outside `records/`, the adapter of the store and the imports. */
  sqlOutside: number;
  /** Members of the largest context that a handler or a job gets. */
  contextMembers: number;
  /** The lines of `functions/src` and `shared/src`. */
  serverLines: number;
}

const isServer = (file: string) => /^(?:functions|shared)\/src\/.*\.ts$/.test(file);
const isTest = (file: string) => /\.test(?:-d)?\.ts$|\/(?:testing|stories)\//.test(file);

export function serverShape(texts: ReadonlyMap<string, string>): ServerShape {
  const product = [...texts].filter(([file]) => isServer(file) && !isTest(file));
  const graph = new Map(product.map(([file, text]) => [file, importsIn(file, text)]));
  return {
    circles: circlesIn(new Map([...graph].map(([file, imports]) => [file, targetsOf(imports)]))),
    knots: knotsIn(graph),
    sqlOutside: product.filter(([file]) => mayNotAsk(file)).flatMap(([, text]) => sqlIn(text)).length,
    contextMembers: Math.max(...contextsIn(product).values()),
    serverLines: product.reduce((sum, [, text]) => sum + text.trimEnd().split('\n').length, 0),
  };
}

/** The files and functions that one call of three kinds runs, counted by V8 in a process of its own. */
export function callShape(): Record<string, number> {
  const run = spawnSync(process.execPath, ['functions/src/testing/bench/call-shape.ts'], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return z.record(z.string(), z.number()).parse(JSON.parse(run.stdout));
}

const targetsOf = (imports: readonly Import[]) => imports.map(({ target }) => target);

/** Tarjan's algorithm: each strongly connected group of more than one. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): number {
  const indices = new Map<string, number>();
  const stack: string[] = [];
  let circles = 0;
  const visit = (file: string): number => {
    const index = indices.size;
    indices.set(file, index);
    stack.push(file);
    let low = index;
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!indices.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, indices.get(target) ?? low);
    }
    if (low === index && stack.splice(stack.lastIndexOf(file)).length > 1) circles += 1;
    return low;
  };
  for (const file of graph.keys()) if (!indices.has(file)) visit(file);
  return circles;
}

function knotsIn(graph: ReadonlyMap<string, readonly Import[]>): number {
  const parents = new Set([...graph.keys()].flatMap((file) => ancestorsOf(file)));
  return [...parents].reduce((sum, parent) => sum + circlesIn(foldersIn(parent, graph)), 0);
}

const ancestorsOf = (file: string): string[] =>
  file.split('/').flatMap((_, depth, parts) => (depth === 0 ? [] : [parts.slice(0, depth).join('/')]));

/** The folders in one, each with those that its files import. */
function foldersIn(parent: string, graph: ReadonlyMap<string, readonly Import[]>): Map<string, string[]> {
  const folderOf = (file: string) => {
    const [folder = '', ...below] = path.posix.relative(parent, file).split('/');
    return file.startsWith(`${parent}/`) && below.length > 0 ? [folder] : [];
  };
  const folders = new Map<string, string[]>();
  for (const [file, imports] of graph)
    for (const folder of folderOf(file)) {
      const targets = targetsOf(imports).flatMap(folderOf);
      folders.set(folder, [...(folders.get(folder) ?? []), ...targets.filter((target) => target !== folder)]);
    }
  return folders;
}

const mayNotAsk = (file: string) =>
  file.startsWith('functions/') && !/^functions\/src\/(?:records|platform|imports)\//.test(file);

/** Quoted lines with a part of a query. */
function sqlIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
  return lines.filter((line) =>
    /['"`].*(?:\bSELECT (?:\*|VALUE|c\.)|\bORDER BY c\.|\bARRAY_CONTAINS\(|\bIS_DEFINED\(|\bc\.\w+(?:\.\w+)* (?:=|!=|<=?|>=?|IN|ASC|DESC)\b)/.test(
      line,
    ),
  );
}

interface Interface {
  name: string;
  own: string[];
  /** With the members that were picked from one, or undefined for all of them. */
  parents: { name: string; picked: string[] | undefined }[];
}

/** How many members each interface has that is called a context, with those of the ones that it extends. */
function contextsIn(product: [string, string][]): Map<string, number> {
  const declared = new Map(
    product
      .filter(
        ([file, text]) => file.startsWith('functions/') && /interface \w+(?:Context|Ports)\b/.test(text),
      )
      .flatMap(([file, text]) => interfacesIn(file, text))
      .map((each) => [each.name, each]),
  );
  const membersOf = (name: string): string[] => {
    const { own = [], parents = [] } = declared.get(name) ?? {};
    return [...own, ...parents.flatMap((parent) => parent.picked ?? membersOf(parent.name))];
  };
  const contexts = [...declared.keys()].filter((name) => name.endsWith('Context'));
  return new Map(contexts.map((name) => [name, new Set(membersOf(name)).size]));
}

function interfacesIn(file: string, text: string): Interface[] {
  const declarations = parseSync(file, text).program.body.map((each) =>
    each.type === 'ExportNamedDeclaration' ? each.declaration : each,
  );
  return declarations.flatMap((each) => {
    if (each?.type !== 'TSInterfaceDeclaration') return [];
    const own = each.body.body.flatMap((member) =>
      'key' in member && member.key.type === 'Identifier' ? [member.key.name] : [],
    );
    const parents = each.extends.map(({ expression, typeArguments }) => ({
      name: expression.type === 'Identifier' ? expression.name : '',
      picked: typeArguments
        ? [...text.slice(typeArguments.start, typeArguments.end).matchAll(/'(\w+)'/g)].map(
            ([, key = '']) => key,
          )
        : undefined,
    }));
    return [{ name: each.id.name, own, parents }];
  });
}
