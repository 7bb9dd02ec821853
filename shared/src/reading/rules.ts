import type { WorkBudget } from '../domain/work-budget.ts';
import type { Box, Word } from './words.ts';

/** A line drawn on a page, as a thin box. */
export interface Rule extends Box {
  page: number;
}

/** Leaves out words that are crossed out, and says of the others which frame is drawn around them. */
export function amongRules(words: readonly Word[], rules: readonly Rule[], budget: WorkBudget): Word[] {
  const pages = new Map(
    [...Map.groupBy(rules, ({ page }) => page)].map(([page, own]) => [
      page,
      {
        level: own.filter(isLevel),
        upright: own.filter((rule) => !isLevel(rule)),
        work: own.length / RULES_A_UNIT,
      },
    ]),
  );
  return words.flatMap((word) => {
    const page = pages.get(word.page);
    if (!page) return [word];
    budget.spend(page.work);
    if (page.level.some((rule) => isThrough(rule, word))) return [];
    const frame = frameAround(word, page.level, page.upright);
    return [frame ? { ...word, frame } : word];
  });
}

/** Lines that are compared with a word in the time of a unit of work. */
const RULES_A_UNIT = 50;

const isLevel = ({ width, height }: Box) => width > height;

/** The share of a word that a line must cover: a frame that touches it covers none. */
const COVERED = 0.6;

function isThrough(rule: Rule, word: Word): boolean {
  const at = (rule.y + rule.height / 2 - word.y) / word.height;
  const covered = Math.min(rule.x + rule.width, word.x + word.width) - Math.max(rule.x, word.x);
  return at > 0.3 && at < 0.72 && covered > COVERED * word.width;
}

/** The nearest lines on all four sides; a word without one of them is in no frame. */
function frameAround(word: Word, level: readonly Rule[], upright: readonly Rule[]): Box | undefined {
  const [x, y] = [word.x + word.width / 2, word.y + word.height / 2];
  const across = level.filter((rule) => rule.x <= x && rule.x + rule.width >= x).map((rule) => rule.y);
  const along = upright.filter((rule) => rule.y <= y && rule.y + rule.height >= y).map((rule) => rule.x);
  const top = Math.max(...across.filter((each) => each < y));
  const bottom = Math.min(...across.filter((each) => each > y));
  const left = Math.max(...along.filter((each) => each < x));
  const right = Math.min(...along.filter((each) => each > x));
  const frame = { x: left, y: top, width: right - left, height: bottom - top };
  return Object.values(frame).every(Number.isFinite) ? frame : undefined;
}
