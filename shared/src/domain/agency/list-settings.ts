import * as z from 'zod';
import { checkVerdicts } from '../records/check-verdict.ts';
import { ClinicalField } from '../person/clinical-block.ts';
import { byKey } from '../records/by-key.ts';
import { line } from '../records/text.ts';
import { Id as OtherId } from '../records/record-id.ts';

/** May be left out: then the entry is the existing one of its name, or a new one. */
const Id = z.string().max(80).default('');
const Name = line(80).min(1, 'Enter a name');

/** These colors keep their contrast in both schemes; a free choice would not. */
export const statusColors = ['gray', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'grape'] as const;

/** No longer offered, but kept for records that still have it. */
const Retired = z.boolean().optional();

export const DocumentType = z.strictObject({
  Id,
  Name,
  /** A referral is incomplete without one. */
  Required: z.boolean().optional(),
  /** A referral can have these statuses only with a document of this type. */
  RequiredFor: z.array(OtherId).max(200).optional(),
  Retired,
});
export type DocumentType = z.infer<typeof DocumentType>;

const Status = z.strictObject({
  Id,
  Name,
  Color: z.enum(statusColors).default('gray'),
  /** Nothing more is expected to happen after this status. */
  Terminal: z.boolean().default(false),
  Retired,
});

/** Facts of a referral that a status may need, in the order of the form. */
export const neededInformation = [
  'FirstName',
  'DateOfBirth',
  'Phone',
  'Mbi',
  'ZipCode',
  'City',
  'StreetAddress',
  'Payer',
  'Services',
  ...ClinicalField.options,
] as const;
export type NeededInformation = (typeof neededInformation)[number];

export const ConfiguredStatus = Status.extend({
  /** Limits the status to referrals with this decision, such as "Admitted" for accepted ones. */
  Decision: z.enum(['Accepted', 'Declined']).optional(),
  /** The statuses that may follow; all of them when left out. */
  Next: z.array(OtherId).max(200).optional(),
  /** The information that a referral must have for it; when left out, an accepted status needs the basics. */
  Needs: z.array(z.enum(neededInformation)).max(neededInformation.length).optional(),
});
export type ConfiguredStatus = z.infer<typeof ConfiguredStatus>;

export const closedStatusIds = (statuses: readonly ConfiguredStatus[] = []): string[] =>
  statuses.filter(({ Terminal }) => Terminal).map(({ Id: id }) => id);

export const DeclineReason = z.strictObject({ Id, Name, Retired });
export type DeclineReason = z.infer<typeof DeclineReason>;

/** A service that referrals ask for and service areas offer. */
export const Discipline = z.strictObject({ Id, Name, Retired });
export type Discipline = z.infer<typeof Discipline>;

/** A referral gets the first offered one that names the verdict of its eligibility check. */
export const EligibilityStatus = Status.extend({
  SetBy: z.array(z.enum(checkVerdicts)).max(checkVerdicts.length).optional(),
});
export type EligibilityStatus = z.infer<typeof EligibilityStatus>;

export const ConfiguredLists = z.object({
  SettingsDocumentTypesInfo: z.array(DocumentType),
  SettingsReferralStatusesInfo: z.array(ConfiguredStatus),
  SettingsEligibilityStatusesInfo: z.array(EligibilityStatus),
  SettingsDeclineReasonsInfo: z.array(DeclineReason),
  SettingsDisciplinesInfo: z.array(Discipline),
});
export type ConfiguredLists = z.infer<typeof ConfiguredLists>;

export const ListName = ConfiguredLists.keyof();
export type ListName = z.infer<typeof ListName>;

export const noLists: ConfiguredLists = byKey(ListName, () => []);

export const isOffered = (entry: { Retired?: boolean | undefined }) => entry.Retired !== true;

/** Returns the entries that may be chosen: the offered ones, and the current one of the record. */
export const offeredOf = <Of extends { Id: string; Retired?: boolean | undefined }>(
  list: readonly Of[],
  chosen?: string | null,
): Of[] => list.filter((entry) => isOffered(entry) || entry.Id === chosen);

/** The type of a document that no one has sorted: it must not pass for one that is required. */
export const unsortedType = (types: readonly DocumentType[]): DocumentType | undefined =>
  types.find((type) => isOffered(type) && /^other\b/i.test(type.Name));

interface Entry {
  Id: string;
  Name: string;
  Retired?: boolean | undefined;
}

/** A list can be saved when no two entries share an id and no two offered entries share a name. */
export const listOf = <S extends z.ZodType<Entry>>(entry: S) =>
  z
    .array(entry)
    .min(1, 'Keep at least one entry')
    .max(200)
    .refine((list) => isDistinct(list.flatMap(({ Id: id }) => id || [])), 'Two entries have the same id')
    .refine(
      (list) => isDistinct(list.filter(isOffered).map(({ Name: name }) => name.toLowerCase())),
      'Two entries have the same name',
    );

const isDistinct = (values: string[]) => new Set(values).size === values.length;
