import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language, Parser, type Node } from 'web-tree-sitter';

await Parser.init();
const grammar = createRequire(import.meta.url).resolve('tree-sitter-bicep/tree-sitter-bicep.wasm');
const parser = new Parser();
parser.setLanguage(await Language.load(grammar));

/** Reads a template's text; tests pass one with a planted error. */
export type ReadTemplate = (file: string) => string;

export const fromDisk: ReadTemplate = (file) => readFileSync(file, 'utf8');

/** The grammar does not know `extension` lines: they are left out, line for line. */
export function parseBicep(file: string, text: string): Node {
  const tree = parser.parse(text.replaceAll(/^extension .*$/gm, ''));
  if (!tree || tree.rootNode.hasError)
    throw new Error(`${file}:${lineOfError(tree?.rootNode)}: syntax error`);
  return tree.rootNode;
}

function lineOfError(node: Node | undefined): number {
  const broken = node?.descendantsOfType('ERROR')[0] ?? node;
  return (broken?.startPosition.row ?? 0) + 1;
}
