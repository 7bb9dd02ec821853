import * as z from 'zod';
import { Batch, BatchEntry, BatchRow, MAX_ROWS } from '../../domain/eligibility/batch.ts';
import { categories } from '../../domain/eligibility/settings.ts';
import { get, patch, put } from '../endpoint.ts';
import { Id, OneRecord } from '../../domain/records/record-id.ts';

/** Checks many people at once: a timer checks one row after the other, and none twice. */
export const eligibilityBatchCalls = {
  batches: get('/medicareeligibility/getbatches', {
    summary: 'Batches of eligibility checks, newest first, and how many checks the agency has left today',
    access: 'eligibility.check',
    scope: 'domain',
    topic: 'eligibilityCheck',
    output: z.object({ Batches: z.array(Batch), LeftToday: z.number().int(), MaxRows: z.number().int() }),
  }),
  batchById: get('/medicareeligibility/getbatchbyid', {
    summary: 'A batch with its rows, as far as they are',
    access: 'eligibility.check',
    audit: 'batch.viewed',
    scope: 'domain',
    topic: 'eligibilityCheck',
    record: 'id',
    query: z.strictObject({ id: Id }),
    output: z.object({ Batch, Rows: z.array(BatchRow) }),
  }),
  startBatch: put('/medicareeligibility/startbatch', {
    summary: 'Ask Medicare about everyone of a list; the same list again offers its earlier results',
    access: 'eligibility.check',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject({
      Entries: z.array(BatchEntry).min(1, 'The list is empty').max(MAX_ROWS, `At most ${MAX_ROWS} rows`),
      Category: z.enum(categories),
      /** Defaults to today. */
      DateOfService: z.iso.date().optional(),
      /** True repeats checks that an earlier batch has made for the same day. */
      StartAgain: z.boolean().optional(),
    }),
    output: z.object({ Batch, IsEarlier: z.boolean() }),
  }),
  retryBatch: patch('/medicareeligibility/retrybatch', {
    summary: 'Ask again about the rows of a batch that failed',
    access: 'eligibility.check',
    mode: 'atomic',
    scope: 'domain',
    body: OneRecord,
    output: z.object({ Batch, Retried: z.number().int() }),
  }),
} as const;
