import * as z from 'zod';
import { Person } from '../access/user.ts';
import { StateCode } from '../address/us-state.ts';
import { ZipCode } from '../address/zip-code.ts';
import { line, whenWrong } from '../records/text.ts';

// Parts of the records of an agency, apart from its directory, which the first page does not need.

/** The fields that the product maintains for every record of an agency's own directory. */
export const keptFields = {
  Id: z.string(),
  /** Changes with every edit by a person; an update names the version that it was based on. */
  Etag: z.string(),
  UpdatedAt: z.string(),
  UpdatedBy: Person,
};

export const Name = line(120).min(1, 'Enter a name');

export const PostalAddress = z.strictObject({
  StreetAddress: line(120),
  City: line(80),
  State: z.union([z.literal(''), StateCode], whenWrong('Choose a state')),
  ZipCode: z.union([z.literal(''), ZipCode], whenWrong('Enter a ZIP code of 5 digits')),
});
