/** The pixels that hang together with one, also by their corners. They are marked as seen. */
export function regionAt(
  start: number,
  {
    isIn,
    isSeen,
    width,
    height,
  }: { isIn: (at: number) => boolean; isSeen: Uint8Array; width: number; height: number },
): number[] {
  const region = [start];
  isSeen[start] = 1;
  for (const at of region) {
    const x = at % width;
    const row = (at - x) / width;
    for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y += 1)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const next = y * width + column;
        if (isSeen[next] === 1 || !isIn(next)) continue;
        isSeen[next] = 1;
        region.push(next);
      }
  }
  return region;
}

/** Of pixels in a picture of a width. */
export function extentOf(pixels: readonly number[], width: number) {
  let [left, right, top, bottom] = [width, 0, Infinity, 0];
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}
