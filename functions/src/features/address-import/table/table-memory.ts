import * as z from 'zod';
import { compiledTable } from './compiled-table.ts';

interface Memory {
  buffer: ArrayBuffer;
}

/** The types of Node lack WebAssembly; these are the parts used here. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: Record<string, unknown> };
  Memory: new (descriptor: { initial: number }) => Memory;
};

const call = z.custom<(...numbers: number[]) => number>((value) => typeof value === 'function');
/** The exports of functions/assembly. Addresses in its memory and booleans are numbers as well. */
const Table = z.object({
  memory: z.instanceof(WebAssembly.Memory),
  allocate: call,
  configure: call,
  reserve: call,
  takeLines: call,
  linesTaken: call,
  rowsTaken: call,
  rowsKept: call,
  rowsPadded: call,
  reportAt: call,
  reportLength: call,
  clearReport: call,
  acceptZip: call,
  addVerdict: call,
  rejectZip: call,
  rejectSpelling: call,
  stateRejects: call,
  zipRejects: call,
  rowsOf: call,
  street: call,
  numberText: call,
  addRow: call,
  countLocality: call,
  hasTooManyTexts: call,
  crowdedGroup: call,
  close: call,
  localitiesOf: call,
  localityCountOf: call,
  writeGroup: call,
  writtenGroup: call,
});

let compiled: object | undefined;

export function startTable() {
  compiled ??= new WebAssembly.Module(Buffer.from(compiledTable, 'base64'));
  const table = Table.parse({ ...new WebAssembly.Instance(compiled).exports });
  let bytes = Buffer.from(table.memory.buffer);

  /** The current memory. Views from before it grew are detached. */
  function memory(): Buffer {
    if (bytes.buffer !== table.memory.buffer) bytes = Buffer.from(table.memory.buffer);
    return bytes;
  }
  return {
    table,
    memory,
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
    inputBlock: () => {
      let at = 0;
      let reserved = 0;
      return {
        room(length: number): Buffer {
          const before = { at, end: at + reserved };
          at = table.reserve(length);
          if (at !== before.at) memory().copyWithin(at, before.at, before.end);
          reserved = Math.max(reserved, length);
          return memory().subarray(at, at + reserved);
        },
        /** Gives the start of the first row that is not taken. */
        take(from: number, to: number, line: number): number {
          if (bytes.buffer !== table.memory.buffer)
            throw new Error('The memory of the table moved while a block was read');
          return table.takeLines(at + from, at + to, line) - at;
        },
      };
    },
  };
}
