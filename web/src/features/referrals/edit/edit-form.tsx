import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { FileReading } from '@handoff/shared/domain/referral/file-reading';
import { isOpenable, Referral, type ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { isWithin, partOf } from '../../../data/records/merge.ts';
import { focusField } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { widths } from '../../../ui/theme/style-sheets.ts';
import { useAddressData } from '../intake/address-data.ts';
import { uploadedAttachment } from '../intake/attachments.ts';
import { AddressSection } from '../intake/intake-address.tsx';
import { PayerSection, ServicesSection } from '../intake/intake-care.tsx';
import { ClinicalSection, useHiddenSections } from '../intake/intake-clinical.tsx';
import { PatientSection, SourceSection } from '../intake/intake-people.tsx';
import { IntakeIndex, MissingCount, useFocusedSection } from '../intake/intake-section.tsx';
import { blankIntake, type IntakeForm, IntakeReferral, valuesOfReferral } from '../intake/intake-values.ts';
import { missingIn } from '../intake/missing-fields.ts';
import { OffersContext } from '../intake/prefill/offered.ts';
import { ProposedField } from '../intake/prefill/proposed-field.tsx';
import { ReviewLane } from '../intake/prefill/review-lane.tsx';
import { usePrefill } from '../intake/prefill/use-prefill.ts';
import { useEditing } from '../presence/presence.tsx';
import { patientName } from '../referral-cells.tsx';
import styles from '../intake/intake.module.css';

const valuesOf = (record: object) => valuesOfReferral(Referral.parse(record));

const PageBeside = lazy(async () => ({
  default: (await import('../intake/page-beside.tsx')).PageBeside,
}));

interface ReferralEditFormProps {
  referral: Referral;
  documents: readonly ReferralDocument[];
}

export function ReferralEditForm({ referral, documents }: ReferralEditFormProps) {
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
  const { prefill, papers } = useOpenFields({ form, referral, documents });
  const isWide = useMediaQuery(widths.wide, undefined, { getInitialValueInEffect: false });
  const [isOpened, setOpened] = useState<boolean | undefined>();
  const isOpen = isOpened ?? isWide;
  const offering: IntakeForm = { ...form, Field: ProposedField };
  const hidden = useHiddenSections(form.values);

  /** A changed street is looked up again; an unchanged one keeps its result. */
  function placed(address: IntakeReferral['Address']) {
    const { StreetAddress: street, ZipCode: zip } = referral.Address;
    const isSame = street === address.StreetAddress && zip === address.ZipCode;
    return isSame ? address : { ...address, InFile: addresses.isInFile(address.StreetAddress) };
  }

  return (
    <div className={styles['intake']} data-beside={papers.length > 0 && isWide && isOpen}>
      {papers.length > 0 && (
        <Suspense>
          <PageBeside attachments={papers} evidence={prefill.evidence} isOpen={isOpen} onOpen={setOpened} />
        </Suspense>
      )}
      <IntakeIndex missing={missing} without={['Documents', 'Review', ...hidden]} />
      <Form
        of={form}
        label="Edit referral"
        submit="Save changes"
        countsErrors
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
        <ReviewLane
          of={prefill}
          isTyping={() => wanted !== ''}
          onDone={() => focusField(missing[0]?.path ?? 'Source.Kind')}
        />
        <OffersContext value={prefill.offers}>
          <div {...prefill.keys}>
            <SourceSection form={offering} />
            <PatientSection form={offering} />
            <AddressSection form={offering} data={addresses} saved={referral.Address} />
            <PayerSection form={offering} />
            <ServicesSection form={offering} />
            <ClinicalSection form={offering} />
          </div>
        </OffersContext>
      </Form>
    </div>
  );
}

/** Reads the documents again for the fields that no one decided when the referral was recorded. */
function useOpenFields({ form, referral, documents }: ReferralEditFormProps & { form: IntakeForm }) {
  const [only] = useState(referral.OpenFields ?? []);
  // A value that was saved since is not proposed again.
  const [initial] = useState(() => blankIntake({ state: referral.Address.State, now: new Date() }));
  const papers = useMemo(
    () =>
      only.length === 0 ? [] : documents.filter(isOpenable).map((document) => uploadedAttachment(document)),
    [only, documents],
  );
  const prefill = usePrefill({
    form,
    initial,
    attachments: papers,
    files: noFiles,
    only,
    onDecided: (paths) =>
      form.set(
        'OpenFields',
        (form.values.OpenFields ?? []).filter((path) => !paths.includes(path)),
      ),
  });
  return { prefill, papers };
}

const noFiles: readonly FileReading[] = [];
