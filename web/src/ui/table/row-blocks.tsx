import {
  Fragment,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';

const BLOCK = 5;
/** Shorter lists are fast without blocks, and the browser's own search finds every row. */
const FEW = 200;
/** Assumed until a block has been measured: a row's height on a wide screen. */
const ROW_PX = 37;
/** Rows within this distance of the screen are rendered ahead of time. */
const AHEAD_PX = 1200;

interface RowBlocksProps<Row> {
  rows: readonly Row[];
  /** Index of a row that is rendered from the start; -1 for none. */
  startAt: number;
  /** `position` counts from the first row; undefined when every row is rendered. */
  children: (row: Row, position: number | undefined) => ReactNode;
}

/** Renders only the rows near the screen; blank space of the same height replaces the others. */
export function RowBlocks<Row>({ rows, startAt, children }: RowBlocksProps<Row>) {
  if (rows.length <= FEW) return <tbody>{rows.map((row) => children(row, undefined))}</tbody>;
  return <NearBlocks {...{ rows, startAt }}>{children}</NearBlocks>;
}

function NearBlocks<Row>({ rows, startAt, children }: RowBlocksProps<Row>) {
  const end = useRef<HTMLTableSectionElement>(null);
  const [near, setNear] = useState<readonly number[]>([0]);
  const [focused, setFocused] = useState(startAt < 0 ? Number.NaN : Math.floor(startAt / BLOCK));
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  /** How far below the first row each block begins; the last is the end of the list. */
  const tops = useMemo(() => {
    const sums = [0];
    for (let at = 0; at < rows.length; at += BLOCK) {
      const height = heights.get(at / BLOCK) ?? Math.min(BLOCK, rows.length - at) * ROW_PX;
      sums.push((sums.at(-1) ?? 0) + height);
    }
    return sums;
  }, [rows.length, heights]);
  const topOf = (block: number) => tops[block] ?? 0;
  const count = tops.length - 1;
  const blocksBetween = (from: number, until: number) =>
    tops.slice(1).flatMap((bottom, block) => (bottom > from && topOf(block) < until ? [block] : []));

  const look = useEffectEvent(() => {
    const table = end.current?.closest('table');
    if (!table) return;
    const measured = [...table.querySelectorAll<HTMLElement>('[data-block]')].map(
      (body) => [Number(body.dataset['block']), body.offsetHeight] as const,
    );
    if (measured.some(([block, height]) => heights.get(block) !== height))
      setHeights(new Map([...heights, ...measured]));
    // Capturing finds the scroll of the list and of the page around it.
    const from = -(table.tBodies[0]?.getBoundingClientRect().top ?? 0);
    const wanted = blocksBetween(from - AHEAD_PX, from + window.innerHeight + AHEAD_PX);
    // Adds one block per frame, because a list dragged by its scroll bar shows new rows in every frame.
    const missing = [...blocksBetween(from, from + window.innerHeight), ...wanted].find(
      (block) => !near.includes(block),
    );
    const next = near.filter((block) => wanted.includes(block));
    if (missing !== undefined) next.push(missing);
    if (next.join() !== near.join()) setNear(next);
  });
  const frame = useRef(0);
  const lookSoon = useEffectEvent(() => {
    // Runs at most once per frame, however often it is asked for.
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(look);
  });
  // After a render the measured heights may bring more blocks near.
  useEffect(() => lookSoon());
  useEffect(() => {
    const unmounted = new AbortController();
    const options = { capture: true, passive: true, signal: unmounted.signal };
    for (const event of ['scroll', 'resize']) addEventListener(event, () => lookSoon(), options);
    return () => {
      cancelAnimationFrame(frame.current);
      unmounted.abort();
    };
  }, []);

  // The focused row and its neighbors stay rendered while the list scrolls, so focus and keys keep working.
  const shown = [...new Set([...near, focused - 1, focused, focused + 1])]
    .filter((block) => block >= 0 && block < count)
    .toSorted((a, b) => a - b);
  return (
    <>
      {shown.map((block, n) => (
        <Fragment key={block}>
          <Space height={topOf(block) - topOf((shown[n - 1] ?? -1) + 1)} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notes where the focus is */}
          <tbody data-block={block} onFocus={() => setFocused(block)} onBlur={() => setFocused(Number.NaN)}>
            {rows
              .slice(block * BLOCK, (block + 1) * BLOCK)
              .map((row, at) => children(row, block * BLOCK + at))}
          </tbody>
        </Fragment>
      ))}
      <Space ref={end} height={topOf(count) - topOf((shown.at(-1) ?? -1) + 1)} />
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
