import { type Clinical, ClinicalField } from '@handoff/shared/domain/person/clinical-block';
import { clinicalLabel } from '@handoff/shared/domain/person/clinical-labels';
import {
  type FactPlace,
  type ReferralParts,
  rowsOf,
} from '@handoff/shared/domain/referral/referral-field-table';
import { type ReferralPart } from '@handoff/shared/domain/referral/referral-fields';
import { valueText } from '../../text/labels/change-labels.ts';

/** The known fields of the clinical block, in the order of the form. */
export const clinicalFacts = (block: Clinical): [name: string, text: string][] =>
  ClinicalField.options
    .filter((field) => block[field] !== '')
    .map((field) => [clinicalLabel(field), valueText(`Clinical.${field}`, block[field], undefined)]);

/** The known fields of a part that have a row of their own in a place. */
export const factsOf = (
  place: FactPlace,
  part: ReferralPart,
  record: ReferralParts,
): [name: string, text: string][] =>
  rowsOf(place, part, record)
    .filter(({ text }) => text !== '')
    .map(({ label, path, text }) => [label, valueText(path, text, undefined)]);
