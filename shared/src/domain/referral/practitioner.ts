import * as z from 'zod';

/** An entry of the CMS Order and Referring file. */
export const Practitioner = z.object({
  Npi: z.string(),
  LastName: z.string(),
  FirstName: z.string(),
  MayOrderHomeHealth: z.boolean(),
  MayCertifyHospice: z.boolean(),
});
export type Practitioner = z.infer<typeof Practitioner>;
