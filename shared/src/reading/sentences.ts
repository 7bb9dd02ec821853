import type { Cell } from './cells.ts';
import { fieldsOf, type FoundField } from './fields.ts';
import { labelOfClause } from './find-labels.ts';
import { isProse, type Paragraph, paragraphsOf, placeIn, type Sentence, sentencesOf } from './paragraphs.ts';
import { sayings } from './sayings.ts';

// Letters and summaries say in sentences what forms put beside labels.

const doubt = 'Read in a sentence. Compare it with the page';

export function fieldsInSentences(cells: readonly Cell[], today: Date): FoundField[] {
  return paragraphsOf(cells).flatMap((paragraph) =>
    sentencesOf(paragraph).flatMap((sentence) => [
      ...said(paragraph, sentence, today),
      ...(isProse(paragraph) ? labeled(paragraph, sentence, today) : []),
    ]),
  );
}

const MOST_OF_ADDRESS = 120;
const MOST_OF_SENTENCE = 300;

/** What a verb says: "lives at", "was born on". */
function said(paragraph: Paragraph, { text, start }: Sentence, today: Date): FoundField[] {
  return sayings.flatMap((saying) =>
    [...text.matchAll(saying.said)].flatMap((match) => {
      const from = start + match.index;
      const to = from + match[0].length;
      const rest = saying.isWhole
        ? paragraph.text.slice(to, to + MOST_OF_ADDRESS)
        : (text
            .slice(match.index + match[0].length)
            .slice(0, MOST_OF_SENTENCE)
            .split(/;\s/)[0] ?? '');
      return Object.entries(saying.read(rest, today, match[1] ?? ''))
        .filter(([, value]) => value !== '')
        .map(([path, value]) => ({ path, value, doubt, from: placeIn(paragraph, from, to + rest.length) }));
    }),
  );
}

/** A label as part of a sentence: "Her address is …; her phone is …". */
function labeled(paragraph: Paragraph, { text, start }: Sentence, today: Date): FoundField[] {
  return [...text.matchAll(clauses)].flatMap((match) => {
    const begins = match.index + match[0].length;
    const rest = text.slice(begins);
    const label = labelOfClause(rest);
    const [verb] = label ? (says.exec(rest.slice(label.end)) ?? []) : [];
    if (!label || verb === undefined) return [];
    const from = begins + label.end + verb.length;
    // An address has more points and commas than a sentence.
    const value = text.slice(from).split(/;\s|,? (?:and|but) (?:his|her|their|can)\b/)[0] ?? '';
    const words = placeIn(paragraph, start + begins, start + from + value.length);
    const values = [{ ...words, text: value.trim() }];
    const found = fieldsOf(
      { means: label.row.means, owner: label.row.owner ?? 'patient', doubt, values },
      today,
    );
    return found.map((field) => ({ ...field, doubt }));
  });
}

const clauses =
  /(?:^|[;,]\s+(?:and\s+)?|\band\s+)\s*(?:(?:the|his|her|their|my|our|this|a)\s+(?:patient[’']?s?\s+)?)*/gi;
const says = /^\s*(?:(?:number|no\.?)\s+)?(?:is|are|was|will be|:|=|#)\s*:?\s*/i;
