import { Fragment, type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';

const BLOCK = 5;
/** Below that the browser's own layout is fast enough, and its search finds every row. */
const FEW = 200;
/** A row of the list on a wide screen, until a block has been measured. */
const ROW_PX = 37;
/** Drawn before they are seen: keys that go from row to row are faster than frames. */
const AHEAD_PX = 1200;

interface RowBlocksProps<Row> {
  rows: readonly Row[];
  /** `position` counts from the first row; undefined where all rows are drawn. */
  children: (row: Row, position: number | undefined) => ReactNode;
}

/** Of a long list only the rows near the screen are drawn; the others are space of the same height. */
export function RowBlocks<Row>({ rows, children }: RowBlocksProps<Row>) {
  if (rows.length <= FEW) return <tbody>{rows.map((row) => children(row, undefined))}</tbody>;
  return <NearBlocks rows={rows}>{children}</NearBlocks>;
}

function NearBlocks<Row>({ rows, children }: RowBlocksProps<Row>) {
  const count = Math.ceil(rows.length / BLOCK);
  const end = useRef<HTMLTableSectionElement>(null);
  const scroller = useRef<Element>(null);
  const [drawn, setDrawn] = useState<readonly number[]>([0]);
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  const heightOf = (block: number) =>
    heights.get(block) ?? Math.min(BLOCK, rows.length - block * BLOCK) * ROW_PX;

  /** By what is between them and the first row. */
  function blocksBetween(from: number, until: number): number[] {
    const found: number[] = [];
    let above = 0;
    for (let block = 0; block < count && above < until; block += 1) {
      above += heightOf(block);
      if (above > from) found.push(block);
    }
    return found;
  }

  const look = useEffectEvent(() => {
    const table = end.current?.closest('table');
    const top = table?.tBodies[0]?.getBoundingClientRect().top;
    if (!table || top === undefined) return;
    const measured = measuredBlocks(table);
    if ([...measured].some(([block, height]) => heights.get(block) !== height))
      setHeights(new Map([...heights, ...measured]));
    const seen = scroller.current?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
    const inSight = blocksBetween(seen.top - top, seen.bottom - top);
    const near = blocksBetween(seen.top - top - AHEAD_PX, seen.bottom - top + AHEAD_PX);
    const missing = [...new Set([...inSight, ...near])].filter((block) => !drawn.includes(block));
    const focused = focusedBlock(table);
    const next = [
      ...drawn.filter((block) => near.includes(block) || block === focused),
      // One for each frame: a list that is dragged by its bar shows other rows in each of them.
      ...missing.slice(0, 1),
    ].toSorted((a, b) => a - b);
    if (next.join() !== drawn.join()) setDrawn(next);
  });

  // What was just drawn may not be all that is near.
  useEffect(() => {
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => {
    scroller.current = end.current && scrollerOf(end.current);
    const scrolled = scroller.current ?? document;
    let frame = 0;
    const lookSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    scrolled.addEventListener('scroll', lookSoon, { passive: true });
    window.addEventListener('resize', lookSoon);
    return () => {
      cancelAnimationFrame(frame);
      scrolled.removeEventListener('scroll', lookSoon);
      window.removeEventListener('resize', lookSoon);
    };
  }, []);

  function spaceOf(from: number, until: number): number {
    let height = 0;
    for (let block = from; block < until; block += 1) height += heightOf(block);
    return height;
  }

  const shown = drawn.filter((block) => block < count);
  return (
    <>
      {shown.map((block, n) => (
        <Fragment key={block}>
          <Space height={spaceOf((shown[n - 1] ?? -1) + 1, block)} />
          <tbody data-block={block}>
            {rows
              .slice(block * BLOCK, (block + 1) * BLOCK)
              .map((row, at) => children(row, block * BLOCK + at))}
          </tbody>
        </Fragment>
      ))}
      <Space ref={end} height={spaceOf((shown.at(-1) ?? -1) + 1, count)} />
    </>
  );
}

function Space({ height, ref }: { height: number; ref?: Ref<HTMLTableSectionElement> }) {
  return (
    <tbody ref={ref}>
      {height > 0 && (
        <tr style={{ height }}>
          <td aria-hidden />
        </tr>
      )}
    </tbody>
  );
}

const blockOf = (element: HTMLElement) => Number(element.dataset['block']);

function measuredBlocks(table: HTMLTableElement): Map<number, number> {
  const blocks = [...table.querySelectorAll<HTMLElement>('[data-block]')];
  return new Map(blocks.map((block) => [blockOf(block), block.offsetHeight]));
}

/** Whoever is at one of its rows stays there, wherever the list is scrolled to. */
function focusedBlock(table: HTMLTableElement): number | undefined {
  const block = document.activeElement?.closest<HTMLElement>('[data-block]');
  return block && table.contains(block) ? blockOf(block) : undefined;
}

/** On a phone the list is part of the page, and the page scrolls. */
function scrollerOf(element: Element): Element | null {
  for (let around = element.parentElement; around; around = around.parentElement)
    if (around.scrollHeight > around.clientHeight && /auto|scroll/.test(getComputedStyle(around).overflowY))
      return around;
  return null;
}
