import * as z from 'zod';
import { Capacity, CapacityDraft } from '../domain/agency/capacity.ts';
import { asRead } from '../domain/records/as-read.ts';
import { del, get, put } from './endpoint.ts';
import { edited } from '../domain/records/record-id.ts';

const Slice = z.object({ CapacitiesInfo: z.array(Capacity) });
const writing = { access: 'capacity.edit', mode: 'atomic', scope: 'domain' } as const;

/** Which disciplines are limited or full, county by county and week by week; the others are open. */
export const capacitiesApi = {
  list: get('/capacities/get', {
    summary: 'The disciplines of the agency that are limited or full in a county, those that ended included',
    access: 'parties.read',
    scope: 'domain',
    topic: 'capacity',
    answers: { capacity: 'CapacitiesInfo' },
    output: Slice,
  }),
  set: put('/capacities/set', {
    ...writing,
    summary:
      'Say that a discipline is limited or full in a county, or in an entire state; it replaces what was said about both',
    body: CapacityDraft,
    answers: { capacity: 'CapacitiesInfo' },
    output: Slice,
    success: 'Capacity updated successfully',
  }),
  remove: del('/capacities/delete', {
    ...writing,
    deletes: true,
    summary: 'Say that a discipline is open again',
    bareAs: 'Id',
    body: asRead(z.strictObject(edited), Capacity),
    changesMore: true,
    answers: { capacity: 'CapacitiesInfo' },
    output: Slice,
    success: 'Capacity deleted successfully',
  }),
} as const;
