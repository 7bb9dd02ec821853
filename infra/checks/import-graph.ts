import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ownPackages = [
  ['@handoff/shared/', 'shared/src/'],
  ['@handoff/functions/', 'functions/src/'],
  ['@handoff/local/', 'infra/local/'],
] as const;
/** Imports of types are none when the program runs. */
const statement =
  /^\s*(?:import|export)\s+(?!type\s)(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

export const sourceFiles = (patterns: string[]): string[] =>
  globSync(patterns, { exclude: ['**/node_modules/**', '**/dist/**'] }).map((file) =>
    file.replaceAll(path.sep, '/'),
  );

/** Reads what the files import, a file by its path from the root or a package by its name, and so on within this project. */
export function readImports(files: string[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  const pending = [...files];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (graph.has(file)) continue;
    const imports = importsIn(file, readFileSync(file, 'utf8'));
    graph.set(file, imports);
    pending.push(...imports.filter(isOwnSource));
  }
  return graph;
}

const isOwnSource = (target: string) => /\.tsx?$/.test(target) && existsSync(target);

const importsIn = (file: string, text: string): string[] =>
  [...text.matchAll(statement)].map(([, named, dynamic = '']) => resolve(file, named ?? dynamic));

function resolve(file: string, name: string): string {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name);
  for (const [prefix, folder] of ownPackages)
    if (name.startsWith(prefix)) return `${folder}${name.slice(prefix.length)}.ts`;
  return name;
}

/** Tells whether the file, or something it imports at run time, imports one of the targets. */
export function reaches(graph: Map<string, string[]>, file: string, targets: ReadonlySet<string>): boolean {
  const seen = new Set([file]);
  // A set goes on to what is added to it meanwhile.
  for (const each of seen)
    for (const target of graph.get(each) ?? []) {
      if (targets.has(target)) return true;
      seen.add(target);
    }
  return false;
}
