import { createFileReaders } from '../file-readers.ts';

/** Their threads run the sources, and serve all tests of a process. */
export const files = createFileReaders(new URL('../file-thread.ts', import.meta.url));
