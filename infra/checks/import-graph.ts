import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file of this project by its path from the root, or a package by its name. */
export interface Import {
  target: string;
  isType: boolean;
}

const ownPackages = [
  ['@handoff/shared/', 'shared/src/'],
  ['@handoff/functions/', 'functions/src/'],
  ['@handoff/local/', 'infra/local/'],
] as const;
const statement = /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

export const sourceFiles = (patterns: string[]): string[] =>
  globSync(patterns, { exclude: ['**/node_modules/**', '**/dist/**'] }).map((file) =>
    file.replaceAll(path.sep, '/'),
  );

/** Reads the imports of the files, and of the files that they import, within this project. */
export function readImports(files: string[]): Map<string, Import[]> {
  const graph = new Map<string, Import[]>();
  const pending = [...files];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (graph.has(file)) continue;
    const imports = importsIn(file, readFileSync(file, 'utf8'));
    graph.set(file, imports);
    pending.push(...imports.map(({ target }) => target).filter(isOwnSource));
  }
  return graph;
}

const isOwnSource = (target: string) => /\.tsx?$/.test(target) && existsSync(target);

function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(statement)].map(([, type, named, dynamic]) => ({
    target: resolve(file, named ?? dynamic ?? ''),
    isType: type !== undefined,
  }));
}

function resolve(file: string, name: string): string {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name);
  for (const [prefix, folder] of ownPackages)
    if (name.startsWith(prefix)) return `${folder}${name.slice(prefix.length)}.ts`;
  return name;
}

/** Tells whether the file, or something it imports at run time, imports one of the targets. */
export function reaches(graph: Map<string, Import[]>, file: string, targets: ReadonlySet<string>): boolean {
  const seen = new Set([file]);
  for (const each of seen)
    for (const { target, isType } of graph.get(each) ?? []) {
      if (isType) continue;
      if (targets.has(target)) return true;
      seen.add(target);
    }
  return false;
}
