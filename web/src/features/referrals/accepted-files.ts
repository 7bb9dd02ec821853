import type { Attachment } from './attachment.ts';

// Files that a referral takes. The worklist loads it: without imports, it stays small.

const contentTypes = new Map([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
]);

/** The type that the server detected; before the upload, the type that the file name suggests. */
export const contentTypeOf = ({ name, document }: Pick<Attachment, 'name' | 'document'>): string =>
  document?.ContentType ?? contentTypes.get(endingOf(name)) ?? '';

export const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';

export const acceptedDocuments = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.docx';
/** Files of other systems, which the server reads: C-CDA, FHIR, HL7 v2 and packages of them. */
export const acceptedReferrals = '.xml,.json,.hl7,.zip';

export const isReferralFile = ({ name }: Pick<File, 'name'>): boolean =>
  acceptedReferrals.split(',').includes(`.${endingOf(name)}`);
