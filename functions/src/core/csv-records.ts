import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod';
import { AppError } from './app-error.ts';

const Records = z.array(
  z.object({ record: z.array(z.string()), info: z.looseObject({ lines: z.number().int() }) }),
);

/** The records of a CSV that came as text, each with the line it ends on; an `AppError` when it is none. */
export function csvRecords(csv: string): z.infer<typeof Records> {
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true };
    return Records.parse(parse(csv, options));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('invalid_request', 'The file could not be read: a quote in it is not closed.');
  }
}
