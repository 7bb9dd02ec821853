import * as z from 'zod';
import { asRead } from '../../domain/records/as-read.ts';
import {
  NewReadmissionStop,
  ReadmissionStop,
  ReadmissionStopEdit,
} from '../../domain/referral/readmission-stop.ts';
import { del, get, patch, put } from '../endpoint.ts';
import { edited } from '../../domain/records/record-id.ts';

const managing = { access: 'readmission-stops.manage', scope: 'domain' } as const;
const Slice = z.object({ ReadmissionStopsInfo: z.array(ReadmissionStop) });

/** The do-not-readmit list of an agency; the checks of a referral say who is on it. */
export const readmissionStopsApi = {
  list: get('/readmissionstops/get', {
    ...managing,
    summary: 'The do-not-readmit list of the agency, ended entries included until they are deleted',
    topic: 'settings',
    audit: 'readmission-stops.viewed',
    answers: { readmissionStop: 'ReadmissionStopsInfo' },
    output: Slice,
  }),
  create: put('/readmissionstops/create', {
    ...managing,
    summary:
      'Put a person on the do-not-readmit list; masked numbers are those of the referral that is named',
    mode: 'atomic',
    errors: ['not_configured'],
    body: NewReadmissionStop,
    answers: { readmissionStop: 'ReadmissionStopsInfo' },
    output: Slice,
    success: 'Do-not-readmit entry added successfully',
  }),
  update: patch('/readmissionstops/update', {
    ...managing,
    summary: 'Change reason, note or last day of an entry; a last day that has passed ends it at once',
    mode: 'atomic',
    body: asRead(ReadmissionStopEdit.extend(edited), ReadmissionStop),
    answers: { readmissionStop: 'ReadmissionStopsInfo' },
    output: Slice,
    success: 'Do-not-readmit entry updated successfully',
  }),
  remove: del('/readmissionstops/delete', {
    deletes: true,
    ...managing,
    summary: 'Take a person off the do-not-readmit list',
    mode: 'atomic',
    bareAs: 'Id',
    body: asRead(z.strictObject(edited), ReadmissionStop),
    changesMore: true,
    answers: { readmissionStop: 'ReadmissionStopsInfo' },
    output: Slice,
    success: 'Do-not-readmit entry deleted successfully',
  }),
} as const;
