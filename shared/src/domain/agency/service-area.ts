import * as z from 'zod';
import { endsAfterStart, endsTooEarly, isoDate, keptFields, Name, text } from '../records/kept-record.ts';
import { serviceLines } from '../referral/referral.ts';
import { StateCode } from '../address/us-state.ts';
import { ZipCode } from '../address/zip-code.ts';

const ZipRange = z
  .strictObject({ From: ZipCode, To: ZipCode })
  .refine(({ From, To }) => From <= To, { message: 'The range ends before it begins', path: ['To'] });

/** Counties, ZIP codes and ranges narrow the states; with none of them the whole states are served. */
export const ServiceAreaFields = z.strictObject({
  Name,
  States: z.array(StateCode).min(1, 'Choose a state').max(56),
  Counties: z.array(z.strictObject({ State: StateCode, County: text(80).min(1, 'Enter a county') })).max(400),
  ZipCodes: z.array(ZipCode).max(2000),
  ZipRanges: z.array(ZipRange).max(100),
  /** Empty: every service line. */
  Disciplines: z.array(z.enum(serviceLines)).max(serviceLines.length),
  StartsOn: isoDate.nullable(),
  EndsOn: isoDate.nullable(),
});

export const NewServiceArea = ServiceAreaFields.refine(endsAfterStart, endsTooEarly).refine(
  ({ States, Counties }) => Counties.every(({ State }) => States.includes(State)),
  { message: 'A county lies in a state that is not part of the area', path: ['Counties'] },
);
export type NewServiceArea = z.output<typeof NewServiceArea>;

export const ServiceArea = z.object({ ...ServiceAreaFields.shape, ...keptFields });
export type ServiceArea = z.infer<typeof ServiceArea>;
