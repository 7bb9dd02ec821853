import { upwardImports } from './floors.ts';
import { importsIn, type Import } from './import-graph.ts';
import { findingsIn, textsIn } from './words.ts';

/** The floors, and between them the one folder that held five of them before. */
const floorsOfAllTimes = [
  'platform',
  'core',
  'records',
  'writes',
  'auth',
  'http',
  'pipeline',
  'features',
  'app',
];

/** How the server reads, counted in the texts of its files. */
export interface ServerShape {
  /** Imports that lead to a higher floor, types included. */
  arrowsUp: number;
  /** Groups of files that reach each other in a circle, types included. */
  circles: number;
  /** Contexts and sets of ports that features get from elsewhere: by them they reach data and services. */
  contextTypes: number;
  /** Files that spell out the type of one record. */
  filesNamingMedicareCheck: number;
  /** Names that four files or more declare for themselves. */
  namesInFourFiles: number;
  /** The lines of `functions/src` and `shared/src`. */
  serverLines: number;
  /** Comments and titles of tests with a finding of the check of words. */
  wordsShare: number;
}

const isServer = (file: string) => /^(?:functions|shared)\/src\/.*\.ts$/.test(file);
const isTest = (file: string) => /\.test(?:-d)?\.ts$|\/(?:testing|stories)\//.test(file);

/** Counts the files of the server; of tests it counts only the words. */
export function serverShape(texts: ReadonlyMap<string, string>): ServerShape {
  const server = [...texts].filter(([file]) => isServer(file));
  const product = server.filter(([file]) => !isTest(file));
  const graph = new Map(product.map(([file, text]) => [file, importsIn(file, text)]));
  const words = server.flatMap(([file, text]) => textsIn(file, text).filter(({ kind }) => kind !== 'text'));
  const withFinding = words.filter((each) => findingsIn(each).length > 0).length;
  return {
    arrowsUp: upwardImports(graph, floorsOfAllTimes).length,
    circles: circlesIn(graph),
    contextTypes: contextTypesIn(product),
    filesNamingMedicareCheck: product.filter(([, text]) => text.includes("'medicare-check'")).length,
    namesInFourFiles: namesInFourFiles(product),
    serverLines: product.reduce((sum, [, text]) => sum + text.trimEnd().split('\n').length, 0),
    wordsShare: Math.round((withFinding / words.length) * 1000) / 1000,
  };
}

/** Tarjan's algorithm: each strongly connected group of more than one file. */
function circlesIn(graph: ReadonlyMap<string, readonly Import[]>): number {
  const indices = new Map<string, number>();
  const stack: string[] = [];
  let circles = 0;
  const visit = (file: string): number => {
    const index = indices.size;
    indices.set(file, index);
    stack.push(file);
    let low = index;
    for (const { target } of graph.get(file) ?? []) {
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

function contextTypesIn(product: [string, string][]): number {
  const declared = product
    .filter(([file]) => !file.startsWith('functions/src/features/'))
    .flatMap(([, text]) => [...text.matchAll(/^export interface (\w+(?:Context|Ports))\b/gm)])
    .map(([, name = '']) => name);
  const features = product.filter(([file]) => file.startsWith('functions/src/features/'));
  return declared.filter((name) => features.some(([, text]) => new RegExp(`\\b${name}\\b`).test(text)))
    .length;
}

const declaration = /^(?:export )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;

function namesInFourFiles(product: [string, string][]): number {
  const files = new Map<string, number>();
  for (const [file, text] of product) {
    if (!file.startsWith('functions/')) continue;
    const names = [...text.matchAll(declaration)].map(([, name = '']) => name);
    for (const name of new Set(names)) files.set(name, (files.get(name) ?? 0) + 1);
  }
  return [...files.values()].filter((count) => count >= 4).length;
}
