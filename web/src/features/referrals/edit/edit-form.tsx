import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { Referral } from '@handoff/shared/domain/referral/referral';
import { isWithin, partOf } from '../../../data/records/merge.ts';
import { focusField } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useAddressData } from '../intake/address-data.ts';
import { AddressSection } from '../intake/intake-address.tsx';
import { PayerSection, ServicesSection } from '../intake/intake-care.tsx';
import { ClinicalSection, useHiddenSections } from '../intake/intake-clinical.tsx';
import { PatientSection, SourceSection } from '../intake/intake-people.tsx';
import { IntakeIndex, MissingCount, useFocusedSection } from '../intake/intake-section.tsx';
import { IntakeReferral, valuesOfReferral } from '../intake/intake-values.ts';
import { missingIn } from '../intake/missing-fields.ts';
import { useEditing } from '../presence/presence.tsx';
import { patientName } from '../referral-cells.tsx';
import styles from '../intake/intake.module.css';

const valuesOf = (record: object) => valuesOfReferral(Referral.parse(record));

export function ReferralEditForm({ referral }: { referral: Referral }) {
  const navigate = useNavigate();
  const [openedOn] = useState(referral.Etag);
  const form = useForm({
    schema: IntakeReferral,
    initial: valuesOfReferral(referral),
    record: referral,
    valuesOf,
    save: referralsApi.update,
    body({ values, names, Id, Etag }) {
      if (names.length === 0) return undefined;
      const isMoved = names.some((name) => isWithin(name, 'Address'));
      const whole = { ...values, Address: placed(values.Address) };
      return { ...partOf(whole, isMoved ? [...names, 'Address.InFile'] : names), Id, Etag };
    },
    onSaved: (id) => void navigate({ to: '/referrals/$id', params: { id } }),
  });
  useEditing(useFocusedSection());
  // The field named in the link.
  const wanted = useLocation({ select: ({ hash }) => hash });
  useEffect(() => focusField(wanted), [wanted]);
  const { State, ZipCode } = form.values.Address;
  const addresses = useAddressData(State, ZipCode);
  const missing = missingIn(form.values);
  const hidden = useHiddenSections(form.values);

  /** A changed street is looked up again; an unchanged one keeps its result. */
  function placed(address: IntakeReferral['Address']) {
    const { StreetAddress: street, ZipCode: zip } = referral.Address;
    const isSame = street === address.StreetAddress && zip === address.ZipCode;
    return isSame ? address : { ...address, InFile: addresses.isInFile(address.StreetAddress) };
  }

  return (
    <div className={styles['intake']}>
      <IntakeIndex missing={missing} without={['Documents', 'Review', ...hidden]} />
      <Form
        of={form}
        label="Edit referral"
        submit="Save changes"
        leaves
        aside={<MissingCount missing={missing} />}
      >
        <p className="soft">
          {patientName(referral)}. MBI and SSN are hidden. Leave them as is, or type new ones.
        </p>
        {referral.Etag !== openedOn && (
          <output className="notice">
            {referral.UpdatedBy.FullName} has saved changes since you opened this. They are shown here; where
            both of you changed the same field, you choose when you save.
          </output>
        )}
        <SourceSection form={form} />
        <PatientSection form={form} />
        <AddressSection form={form} data={addresses} saved={referral.Address} />
        <PayerSection form={form} />
        <ServicesSection form={form} />
        <ClinicalSection form={form} />
      </Form>
    </div>
  );
}
