import type { WorkBudget } from '@handoff/shared/domain/work-budget';
import { MOST_LEVELS, refusedFile, spendForParts, tooDeep } from './hostile-file.ts';

export interface Element {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Elements and texts, in the order of the file. */
  content: readonly (Element | string)[];
}

/**
 * Reads XML with fast-xml-parser. A document type is refused before it is parsed: it brings entities, which is where the
 * known weaknesses of XML parsers are, and neither C-CDA nor XDM has one.
 */
export async function readXml(text: string, budget: WorkBudget): Promise<Element> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw refusedFile('XML with a document type or entities is not accepted.');
  spendForParts(text, '<=&', budget);
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({
    preserveOrder: true,
    removeNSPrefix: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    // Without a document type, there are only the five names of XML and numbers.
    processEntities: { enabled: true, maxTotalExpansions: 200_000, maxExpandedLength: text.length },
    htmlEntities: true,
    maxNestedTags: MOST_LEVELS,
  });
  const { short, long } = withoutLongTexts(text);
  let parsed: unknown;
  try {
    parsed = parser.parse(short, true);
  } catch (cause) {
    const isDeep = cause instanceof Error && cause.message.includes('nested tags');
    throw refusedFile(isDeep ? tooDeep : 'The XML of this file is damaged or incomplete.', cause);
  }
  const roots = contentOf(parsed, long).filter((each) => typeof each !== 'string');
  const [root] = roots;
  if (root && roots.length === 1) return root;
  throw refusedFile('The XML of this file is damaged or incomplete.');
}

/** An attached document is one text; the parser would read it letter by letter, and take 30 bytes of memory for each. */
const LONG = 64 * 1024;

/** Puts a mark with a number, which no file has, in place of each long text without references to characters. */
function withoutLongTexts(text: string): { short: string; long: readonly string[] } {
  const long: string[] = [];
  const short = text
    .split('<')
    .map((part) => {
      if (part.length <= LONG) return part;
      const begin = part.lastIndexOf('>') + 1;
      const inside = part.slice(begin);
      return inside.length <= LONG || inside.includes('&') || begin === 0
        ? part
        : `${part.slice(0, begin)}\0${long.push(inside) - 1}`;
    })
    .join('<');
  return { short, long };
}

/** The parser writes an element as an object with its name, and its attributes beside under `:@`. */
function contentOf(nodes: unknown, long: readonly string[]): (Element | string)[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: unknown): (Element | string)[] => {
    const entries = Object.entries(Object(node));
    const [name, content] = entries.find(([key]) => key !== ':@') ?? [];
    if (name === undefined) return [];
    if (name === '#text') return [whole(String(content), long)];
    const given = entries.find(([key]) => key === ':@')?.[1];
    const attributes = Object.entries(Object(given)).map(([key, value]): [string, string] => [
      key,
      String(value),
    ]);
    return [{ name, attributes: new Map(attributes), content: contentOf(content, long) }];
  });
}

const whole = (text: string, long: readonly string[]): string =>
  text.includes('\0') ? text.replaceAll(/\0(\d+)/g, (mark, n: string) => long[Number(n)] ?? mark) : text;

export const childrenOf = (element: Element | undefined): Element[] =>
  element?.content.filter((each) => typeof each !== 'string') ?? [];

/** The elements at the end of a path such as `patientRole/addr`; every element of a name has its own branch. */
export function allAt(element: Element | undefined, path: string): Element[] {
  return path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap((each) => childrenOf(each).filter((child) => child.name === name)),
      element ? [element] : [],
    );
}

export const firstAt = (element: Element | undefined, path: string): Element | undefined =>
  allAt(element, path)[0];

export function allInside(
  element: Element | undefined,
  name: string,
  found: Element[] = [],
): readonly Element[] {
  for (const child of childrenOf(element)) {
    if (child.name === name) found.push(child);
    allInside(child, name, found);
  }
  return found;
}

export const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attributes.get(name);

const ownLine = /^(?:paragraph|item|tr|caption|br|list|table|p|div|li)$/;

/** The text as a person reads it: paragraphs and rows on lines of their own. */
export function textOf(element: Element | undefined): string {
  return written(element)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}

function written(element: Element | undefined): string {
  if (!element) return '';
  const inside = element.content.map((each) =>
    typeof each === 'string' ? each.replaceAll('\n', ' ') : written(each),
  );
  const end = ownLine.test(element.name) ? '\n' : '';
  return `${end}${inside.join('')}${/^t[dh]$/.test(element.name) ? ' ' : end}`;
}
