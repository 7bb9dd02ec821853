import * as z from 'zod';
import { compiledTable } from './compiled-table.ts';

interface Memory {
  buffer: ArrayBuffer;
}

/** What is used of it: the types of Node do not have it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: Record<string, unknown> };
  Memory: new (descriptor: { initial: number }) => Memory;
};

const call = z.custom<(...numbers: number[]) => number>((value) => typeof value === 'function');
/** What functions/assembly exports; addresses in its memory and truth values are numbers as well. */
const Table = z.object({
  memory: z.instanceof(WebAssembly.Memory),
  allocate: call,
  configure: call,
  reserve: call,
  takeLines: call,
  linesTaken: call,
  linesKept: call,
  reportAt: call,
  reportLength: call,
  clearReport: call,
  acceptZip: call,
  useVerdict: call,
  judgeZip: call,
  judgeSpelling: call,
  statesJudged: call,
  zipsJudged: call,
  rowsOf: call,
  street: call,
  numberText: call,
  addRow: call,
  countPlace: call,
  hasTooManyTexts: call,
  crowdedGroup: call,
  close: call,
  placesOf: call,
  placeCountOf: call,
  writeGroup: call,
  writtenGroup: call,
});

let compiled: object | undefined;

/** A table of its own, and its memory. */
export function startTable() {
  compiled ??= new WebAssembly.Module(Buffer.from(compiledTable, 'base64'));
  const table = Table.parse({ ...new WebAssembly.Instance(compiled).exports });
  let bytes = Buffer.from(table.memory.buffer);

  /** As it is now: what was a view of it before it grew has no bytes any more. */
  function memory(): Buffer {
    if (bytes.buffer !== table.memory.buffer) bytes = Buffer.from(table.memory.buffer);
    return bytes;
  }
  return {
    table,
    memory,
    /** Since it was asked for last. */
    hasMoved: () => bytes.buffer !== table.memory.buffer,
    numbers: (at: number, count: number) => new Int32Array(table.memory.buffer, at, count),
    keepNumbers(numbers: readonly number[]): number {
      const at = table.allocate(4 * numbers.length);
      new Int32Array(table.memory.buffer, at, numbers.length).set(numbers);
      return at;
    },
    keepText: (text: string) => {
      const at = table.allocate(Buffer.byteLength(text));
      return { at, length: memory().write(text, at) };
    },
  };
}
