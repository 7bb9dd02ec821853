import { spawnSync } from 'node:child_process';
import { parseSync } from 'oxc-parser';
import * as z from 'zod';

/** How the server reads, counted in the texts of its files. */
export interface ServerShape {
  /** Imports within a circle of files, types included. */
  circles: number;
  /** Imports of a folder beside or above, by the floors of oxlint.config.ts. */
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
  return {
    ...reportedImports(),
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

const Report = z.object({ diagnostics: z.array(z.object({ code: z.string() })) });

/** The imports of the server that lint reports. */
function reportedImports(): Pick<ServerShape, 'circles' | 'knots'> {
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
