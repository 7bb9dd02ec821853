import { spawnSync } from 'node:child_process';
import * as z from 'zod';

const isServer = (file: string) => /^(?:functions|shared)\/src\/.*\.ts$/.test(file);
const isTest = (file: string) => /\.test(?:-d)?\.ts$|\/(?:testing|stories)\//.test(file);

/** How the server reads: circles and knots of imports, SQL where there should be none, the largest context, its lines. */
export function serverShape(texts: ReadonlyMap<string, string>) {
  const product = [...texts].filter(([file]) => isServer(file) && !isTest(file));
  return {
    ...reportedImports(),
    sqlOutside: product.filter(([file]) => mayNotAsk(file)).flatMap(([, text]) => sqlIn(text)).length,
    contextMembers: membersOfContexts(product.map(([, text]) => text).join('\n')),
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

const Report = z.object({ diagnostics: z.array(z.object({ code: z.string() })) });

/** The imports of the server that lint reports. */
function reportedImports() {
  const args = ['node_modules/oxlint/bin/oxlint', '--format=json', 'functions/src', 'shared/src'];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { diagnostics } = Report.parse(JSON.parse(stdout));
  const by = (rule: string) => diagnostics.filter(({ code }) => code === rule).length;
  return { circles: by('import(no-cycle)'), knots: by('eslint(no-restricted-imports)') };
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

/** The members of the largest interface that is called a context, with those of the ones that it extends. */
function membersOfContexts(text: string): number {
  const declared = new Map(
    [...text.matchAll(/^export interface (\w+(?:Context|Ports))(?: extends ([^{]+))? \{\n([^]*?)^\}/gm)].map(
      ([, name = '', parents = '', body = '']) => [name, { parents, body }],
    ),
  );
  const membersOf = (name: string): string[] => {
    const { parents = '', body = '' } = declared.get(name) ?? {};
    const own = [...body.matchAll(/^  (?:readonly )?(\w+)/gm)].map(([, member = '']) => member);
    const picked = [...parents.matchAll(/'(\w+)'/g)].map(([, member = '']) => member);
    const whole = parents.replaceAll(/\w+<[^>]*>/g, '').match(/\w+/g) ?? [];
    return [...own, ...picked, ...whole.flatMap(membersOf)];
  };
  const contexts = [...declared.keys()].filter((name) => name.endsWith('Context'));
  return Math.max(...contexts.map((name) => new Set(membersOf(name)).size));
}
