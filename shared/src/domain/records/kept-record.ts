import * as z from 'zod';
import { Phone } from '../person/phone.ts';
import { Person } from '../access/user.ts';

/** What the product keeps beside what people type, for every record of an agency's own directory. */
export const keptFields = {
  Id: z.string(),
  /** Changes with every edit by a person; an update names the one it was based on. */
  Etag: z.string(),
  UpdatedAt: z.string(),
  UpdatedBy: Person,
};

export const text = (most: number) => z.string().trim().max(most);
export const Name = text(120).min(1, 'Enter a name');
export const RecordId = z.string().min(1).max(80);
export const optionalPhone = z.union([z.literal(''), Phone]);
export const isoDate = z.iso.date('Enter a date');

interface Period {
  StartsOn: string | null;
  EndsOn: string | null;
}

export const endsAfterStart = ({ StartsOn, EndsOn }: Period) =>
  StartsOn === null || EndsOn === null || StartsOn <= EndsOn;
export const endsTooEarly = { message: 'The end is before the start', path: ['EndsOn'] };
