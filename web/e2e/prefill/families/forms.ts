import { allBlocks } from '../care-rows.ts';
import { escaped, labelOf, type Option, type Paper, type Row } from '../paper.ts';
import { headOf, titled, type Family } from './grids.ts';

/** Forms with fields; what lies below the fields differs. */
export const formFamilies: Record<string, Family> = {
  'form with labels left': (paper) => form(paper, { isAbove: false, needsName: false }),
  'form with labels above': (paper) => form(paper, { isAbove: true, needsName: false }),
  'form over a picture': (paper) => form(paper, { isAbove: paper.draw.chance(0.5), needsName: true }),
  'flattened form': (paper) => form(paper, { isAbove: paper.draw.chance(0.5), needsName: false }),
};

interface Form {
  isAbove: boolean;
  /** Whether only its name tells a program what a field is. */
  needsName: boolean;
}

function form(paper: Paper, { isAbove, needsName }: Form): string[] {
  const used = new Set<string>();
  const hasHints = paper.draw.chance(0.4);
  const blocks = allBlocks(paper).map(({ title, rows }) => {
    const cells = rows.map((row) => {
      const name = needsName ? `${title} ${row.label}` : row.label;
      const values = fieldsOf(paper, row, (part) => ({
        name: unused(nameIn(paper, needsName, `${name}${part}`, used.size), used),
        hint: hasHints ? name + part : '',
      }));
      paper.use(row);
      const isLong = typeof row.value !== 'string' || row.value.length > 36;
      const label = `<span class="${isAbove ? 'small' : ''}">${labelOf(paper.style, row)}</span>`;
      return `<div style="${isLong ? 'grid-column:1/-1' : ''}">${label}${isAbove ? '<br>' : ' '}${values}</div>`;
    });
    return titled(
      paper,
      title,
      `<div style="display:grid;grid-template-columns:1fr 1fr;gap:5px 16px">${cells.join('')}</div>`,
    );
  });
  return [headOf(paper) + blocks.join('')];
}

interface Named {
  name: string;
  hint: string;
}

function fieldsOf({ draw }: Paper, { value }: Row, named: (part: string) => Named): string {
  if (typeof value === 'string')
    return field(named(''), 'text', value, `width:${Math.max(150, value.length * 6 + 14)}px;height:17px`);
  const isExclusive = value.filter(({ isMarked }) => isMarked).length === 1 && value.length < 4;
  const small = 'width:11px;height:11px';
  if (isExclusive && draw.chance(0.6)) {
    const group = named('');
    return value
      .map(
        (option) =>
          `${field(group, 'radio', `${option.text}|${state(option)}`, small)} ${escaped(option.text)} &nbsp;`,
      )
      .join('');
  }
  return value
    .map(
      (option) =>
        `${field(named(` ${option.text}`), 'check', state(option), small)} ${escaped(option.text)} &nbsp;`,
    )
    .join('');
}

const state = ({ isMarked }: Option) => (isMarked ? 'on' : 'off');

const field = ({ name, hint }: Named, kind: string, value: string, style: string): string =>
  `<span data-field="${quoted(name)}" data-hint="${quoted(hint)}" data-kind="${kind}" data-value="${quoted(value)}" style="display:inline-block;vertical-align:-3px;${style}"></span>`;

const quoted = (text: string): string => escaped(text).replaceAll('"', '&quot;');

/** As Acrobat names a second field of the same name. */
function unused(name: string, used: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const each = number === 1 ? name : `${name}_${number}`;
    if (used.has(each)) continue;
    used.add(each);
    return each;
  }
}

/** How programs and their users name fields, by the voice; a field with a number for a name needs a label beside it. */
function nameIn({ voice }: Paper, needsName: boolean, label: string, number: number): string {
  const words = label.split(/[^\p{L}\d#]+/u).filter((word) => word !== '');
  const camel = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('');
  const snake = words.join('_').toLowerCase();
  const names = [
    camel,
    snake,
    `topmostSubform[0].Page1[0].${camel}[0]`,
    words.join(' '),
    `txt${camel}`,
    `form1.${camel}`,
    snake.replaceAll('_', ''),
    `fill_${snake}`,
    needsName ? words.join(' ') : `Text${number + 1}`,
    words.join('_').toUpperCase(),
    `${camel}_Row_1`,
    words.join('-').toLowerCase(),
  ];
  return names[voice % names.length] ?? camel;
}
