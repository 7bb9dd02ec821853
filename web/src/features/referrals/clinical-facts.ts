import { type Clinical, ClinicalField, clinicalLabel } from '@handoff/shared/domain/person/clinical-block';
import { valueText } from '../../text/labels/change-labels.ts';

/** The known fields of the clinical block, in the order of the form. */
export const clinicalFacts = (block: Clinical): [name: string, text: string][] =>
  ClinicalField.options
    .filter((field) => block[field] !== '')
    .map((field) => [clinicalLabel(field), valueText(`Clinical.${field}`, block[field], undefined)]);
