import { allBlocks } from '../care-rows.ts';
import { escaped, labelOf, valueOf, type Block, type Paper, type Row } from '../paper.ts';
import { agency } from '../people.ts';
import { agencyLine, cityLine } from '../person-rows.ts';

/** Draws the pages of a document as HTML, and notes what they say. */
export type Family = (paper: Paper) => string[];

/** Families that print each field as a label with its value; they differ in where the value is. */
export const gridFamilies: Record<string, Family> = {
  'label left': (paper) => {
    const isAligned = paper.draw.chance(0.6);
    const width = isAligned ? `${paper.draw.between(150, 230)}px` : 'auto';
    return page(
      paper,
      (row) =>
        `<div class="line"><span class="label" style="min-width:${width}">${row.label}</span> <span>${row.value}</span></div>`,
    );
  },
  'label above': (paper) =>
    page(
      paper,
      above,
      `display:grid;grid-template-columns:repeat(${paper.draw.between(2, 4)},1fr);gap:8px 14px`,
    ),
  boxes: (paper) =>
    page(
      paper,
      (row) => `<div class="cell"><div class="corner">${row.label}</div><div>${row.value}&nbsp;</div></div>`,
      `display:grid;grid-template-columns:repeat(${paper.draw.between(2, 4)},1fr)`,
    ),
  'ruled table': (paper) => {
    const isHeadFirst = paper.draw.chance(0.6);
    return sheet(paper, (block) => (isHeadFirst ? headTables(paper, block) : ruledRows(paper, block)));
  },
  'two columns': (paper) => page(paper, beside, 'display:grid;grid-template-columns:1fr 1fr;gap:0 24px'),
  'three columns': (paper) =>
    page(paper, beside, 'display:grid;grid-template-columns:1fr 1fr 1fr;gap:0 12px'),
  'two sides': (paper) => {
    const blocks = withHead(paper, allBlocks(paper));
    return [`${headOf(paper)}<div style="columns:2;column-gap:26px">${blocks.join('')}</div>`];
  },
  flattened: (paper) => {
    const width = paper.draw.between(150, 200);
    const lift = paper.draw.between(-1, 3);
    return page(
      paper,
      (row) =>
        `<div class="line" style="${row.value.length > 34 ? 'grid-column:1/-1' : 'white-space:nowrap'}">${row.label} <span class="rule" style="min-width:${width}px"><span class="typed" style="top:${-lift}px">${row.value}</span></span></div>`,
      `display:grid;grid-template-columns:${paper.draw.pick(['1fr 1fr', '1fr'])};gap:4px 18px`,
    );
  },
};

interface Printed {
  label: string;
  value: string;
}

const above = (row: Printed) =>
  `<div><div class="small">${row.label}</div><div>${row.value}&nbsp;</div></div>`;
const beside = (row: Printed) =>
  `<div class="line"><span class="label">${row.label}</span> ${row.value}</div>`;

/** All blocks below each other, each row by the same cell. */
function page(paper: Paper, cell: (row: Printed) => string, grid = ''): string[] {
  return sheet(
    paper,
    ({ rows }) => `<div style="${grid}">${rows.map((row) => cell(printed(paper, row))).join('')}</div>`,
  );
}

function sheet(paper: Paper, body: (block: Block) => string): string[] {
  const blocks = allBlocks(paper).map((block) => titled(paper, block.title, body(block)));
  return [headOf(paper) + blocks.join('')];
}

const withHead = (paper: Paper, blocks: readonly Block[]) =>
  blocks.map(({ title, rows }) =>
    titled(paper, title, rows.map((row) => beside(printed(paper, row))).join('')),
  );

export const titled = ({ style }: Paper, title: string, body: string): string =>
  `<div class="part"><h2>${escaped(style.areLabelsUpper ? title.toUpperCase() : title)}</h2>${body}</div>`;

/** Notes what a row says, and gives its label and value as HTML. */
export function printed(paper: Paper, row: Row): Printed {
  paper.use(row);
  return { label: labelOf(paper.style, row), value: valueOf(paper.style, row) };
}

/** The name of the document, with whose paper it is. */
export const headOf = (paper: Paper): string =>
  `${letterheadOf(paper)}<h1>${escaped(paper.words.document)}</h1>`;

/** Whose paper it is, and at times to whom it goes. */
export function letterheadOf({ facts, draw, has, use }: Paper): string {
  const { facility } = facts;
  use({ accepts: { 'Source.Organization': [facility.name], 'Clinical.Facility': [facility.name] } });
  const own = has('address of the sender')
    ? `<div class="small">${escaped(facility.street)}, ${cityLine(facility)}</div>`
    : '';
  const to = has('address of the agency')
    ? `<div class="small">To: ${agencyLine} Fax ${agency.fax}</div>`
    : '';
  return `<div style="text-align:${draw.pick(['left', 'center', 'right'])}"><b>${escaped(facility.name)}</b>${own}${to}</div>`;
}

/** A head row above a row of values, as many columns as fit. */
function headTables(paper: Paper, { rows }: Block): string {
  const most = 5;
  const chunks = Array.from({ length: Math.ceil(rows.length / most) }, (_, at) =>
    rows.slice(at * most, at * most + most),
  );
  return chunks
    .map((chunk) => {
      const cells = chunk.map((row) => printed(paper, row));
      return `<table><tr>${cells.map(({ label }) => `<th>${label.replace(/ ?:$/, '')}</th>`).join('')}</tr><tr>${cells.map(({ value }) => `<td>${value}</td>`).join('')}</tr></table>`;
    })
    .join('');
}

function ruledRows(paper: Paper, { rows }: Block): string {
  const cells = rows.map((row) => printed(paper, row));
  const head = '<tr><th>Field</th><th>Value</th></tr>';
  return `<table>${head}${cells.map(({ label, value }) => `<tr><td style="width:35%">${label}</td><td>${value}</td></tr>`).join('')}</table>`;
}
