import type { ClinicalEdit, ClinicalField } from '@handoff/shared/domain/person/clinical-block';
import type * as z from 'zod';
import type { IntakeValues } from './intake-values.ts';

type Block = z.input<typeof ClinicalEdit>;

/** Another fact of the referral that an empty field usually repeats. */
export interface SameAs {
  /** In the middle of a sentence: "ordering practitioner". */
  name: string;
  /** Includes the number that belongs to a name. */
  values: Block;
}

/** Returns undefined when the field has a value, or the other fact has none. */
export function sameAs(field: ClinicalField, values: Pick<IntakeValues, 'Clinical' | 'Source'>) {
  if ((values.Clinical[field] ?? '') !== '') return undefined;
  const same = repeated[field]?.(values);
  return same !== undefined && (same.values[field] ?? '') !== '' ? same : undefined;
}

type Repeat = (values: Pick<IntakeValues, 'Clinical' | 'Source'>) => SameAs | undefined;

const repeated: Partial<Record<ClinicalField, Repeat>> = {
  CertifyingPractitioner: ({ Clinical: { OrderingPractitioner, OrderingNpi, CertifyingNpi } }) => ({
    name: 'ordering practitioner',
    values: {
      CertifyingPractitioner: OrderingPractitioner,
      ...((CertifyingNpi ?? '') === '' && OrderingNpi !== undefined && { CertifyingNpi: OrderingNpi }),
    },
  }),
  PrimaryCarePractitioner: ({ Clinical: { OrderingPractitioner, OrderingNpi, PrimaryCareNpi } }) => ({
    name: 'ordering practitioner',
    values: {
      PrimaryCarePractitioner: OrderingPractitioner,
      ...((PrimaryCareNpi ?? '') === '' && OrderingNpi !== undefined && { PrimaryCareNpi: OrderingNpi }),
    },
  }),
  FaceToFaceBy: ({ Clinical: { OrderingPractitioner } }) => ({
    name: 'ordering practitioner',
    values: { FaceToFaceBy: OrderingPractitioner },
  }),
  Facility: ({ Source: { Kind, Organization } }) =>
    Kind === 'Hospital' || Kind === 'Facility'
      ? { name: 'referral source', values: { Facility: Organization } }
      : undefined,
  StartOfCare: ({ Clinical: { RequestedStart } }) => ({
    name: 'requested start',
    values: { StartOfCare: RequestedStart },
  }),
  Representative: ({ Clinical: { EmergencyContact, EmergencyPhone, RepresentativePhone } }) => ({
    name: 'emergency contact',
    values: {
      Representative: EmergencyContact,
      ...((RepresentativePhone ?? '') === '' &&
        EmergencyPhone !== undefined && { RepresentativePhone: EmergencyPhone }),
    },
  }),
  AuthorizedFrom: ({ Clinical: { AuthorizationNeeded, RequestedStart } }) =>
    AuthorizationNeeded === 'Yes'
      ? { name: 'requested start', values: { AuthorizedFrom: RequestedStart } }
      : undefined,
};
