import * as z from 'zod';
import { maskMbisIn } from '../person/identifiers.ts';
import type { Severity } from './settings.ts';

/** The name of each rule (eligibility classification), in words for a person who questions it. */
const rules = {
  inputWrong: 'An entry fails its check, or Medicare rejected it (AAA03).',
  deceased: 'A date of death on or before the date of service blocks.',
  diedLater: 'A date of death after the date of service.',
  noPartB: 'No Part B entitlement covers the date of service.',
  barred: 'A period without benefits covers the date of service.',
  medicareAdvantage: 'A Medicare Advantage plan covers the date of service.',
  medicareAdvantageLater: 'A Medicare Advantage plan starts after the date of service.',
  homeHealthElsewhere: 'A home health period with another NPI covers the date of service.',
  homeHealthWithUs: 'A home health period with an NPI of this agency covers the date of service.',
  homeHealthEnded: 'A home health period ended within the look-back.',
  homeHealthLater: 'A home health period starts after the date of service.',
  hospiceOpen: 'A hospice period covers the date of service, whether it was revoked later or not.',
  hospiceDischargeUnconfirmed:
    'A hospice period ended without revocation within the look-back, or was revoked without a date.',
  hospiceFaceToFace: 'Two or more hospice benefit periods were used (42 CFR 418.22).',
  hospiceEarlier: 'A hospice period ended or was revoked.',
  hospiceLater: 'A hospice period starts after the date of service.',
  secondaryPayer: 'A payer that pays before Medicare covers the date of service.',
  secondaryPayerLater: 'A payer that pays before Medicare starts after the date of service.',
  contradiction: 'One line gives an entitlement and another denies it.',
  noPartA: 'No Part A entitlement covers the date of service; hospice care needs it.',
  partABarred: 'A period without Part A benefits covers the date of service; hospice care needs them.',
  partBEndsSoon: 'Part B ends soon after the date of service.',
  assistance: 'Medicaid or a Medicare Savings Program covers the date of service.',
  kidneyDisease: 'The answer has an end-stage renal disease line.',
  demographics: 'Medicare has the person differently than typed.',
  segmentsMissing: 'The answer counts more segments than arrived.',
  answerDamaged: 'The envelope of the answer does not add up.',
  otherPayer: 'The payer named in the answer is not Medicare.',
  unread: 'The answer has lines that no rule reads.',
} as const;

export type FindingCode = keyof typeof rules;

export const Finding = z.object({
  Code: z.string(),
  Severity: z.enum(['blocker', 'issue', 'notice']),
  Text: z.string(),
  /** The field to correct, when there is one. */
  Field: z.string().optional(),
  /** The source lines of the answer, with the MBI masked. */
  Segment: z.string().optional(),
  Rule: z.string(),
});
export type Finding = z.infer<typeof Finding>;

interface Found {
  code: FindingCode;
  severity: Severity;
  text: string;
  segment?: string | undefined;
  field?: string | undefined;
}

export function finding({ code, severity, text, segment, field }: Found): Finding {
  return {
    Code: code,
    Severity: severity,
    Text: text,
    Rule: rules[code],
    ...(field !== undefined && { Field: field }),
    ...(segment !== undefined && segment !== '' && { Segment: maskMbisIn(segment) }),
  };
}
