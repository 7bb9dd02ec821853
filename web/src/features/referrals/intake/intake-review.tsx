import { Fragment } from 'react';
import { formatDay } from '../../../text/format.ts';
import { isSent } from '../../../data/send/uploads.ts';
import type { Attachment } from '../attachment.ts';
import { factsOf } from '../referral-facts.ts';
import { countOf, type Missing } from './missing-fields.ts';
import { focusField } from '../../../ui/form/field.tsx';
import { useSettings } from '../../../data/use-settings.ts';
import { isDay } from '../../../ui/inputs/typed-time.ts';
import { IntakeSection, wide } from './intake-section.tsx';
import type { IntakeValues } from './intake-values.ts';
import styles from './intake.module.css';

interface ReviewSectionProps {
  values: IntakeValues;
  missing: readonly Missing[];
  attachments: readonly Attachment[];
  isInFile: boolean;
}

/** A summary of what will be saved, and of what is still missing. */
export function ReviewSection({ values, missing, attachments, isInFile }: ReviewSectionProps) {
  const { serviceNames } = useSettings();
  const uploaded = attachments.filter(isSent).length;
  return (
    <IntakeSection name="Review">
      {missing.length > 0 && (
        <div className={wide(12)}>
          <p className={styles['lacking']}>{countOf(missing)}</p>
          <ul>
            {missing.map(({ path, section, message }) => (
              <li key={path}>
                <button type="button" className="text-button" onClick={() => focusField(path)}>
                  {section}: {message}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <dl className={`facts ${wide(12)}`}>
        <dt>Patient</dt>
        <dd>{patientLine(values)}</dd>
        <dt>Address</dt>
        <dd>
          {addressLine(values)}
          {values.Address.StreetAddress !== '' && !isInFile && (
            <span className={styles['foreign']}> Not in our address list (OK to keep)</span>
          )}
        </dd>
        <dt>From</dt>
        <dd>{line(values.Source.Kind, values.Source.Organization, values.Source.ContactName)}</dd>
        {(['Patient', 'Address', 'Source'] as const)
          .flatMap((part) => factsOf('review', part, values))
          .map(([name, text]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </Fragment>
          ))}
        <dt>Payers</dt>
        <dd>{line(...values.Payers.map(({ Name, Plan }) => `${Name} ${Plan}`.trim()))}</dd>
        <dt>Services</dt>
        <dd>{line(...serviceNames(values.Services))}</dd>
        <dt>Documents</dt>
        <dd>{attachments.length === 0 ? 'none' : `${uploaded} of ${attachments.length} uploaded`}</dd>
      </dl>
    </IntakeSection>
  );
}

function patientLine({ Patient }: IntakeValues): string {
  const name = `${Patient.FirstName} ${Patient.LastName}`.trim();
  return line(
    name,
    !isDay(Patient.DateOfBirth) ? '' : `born ${formatDay(Patient.DateOfBirth)}`,
    Patient.Phone,
  );
}

function addressLine({ Address }: IntakeValues): string {
  const place = `${Address.City} ${Address.State} ${Address.ZipCode}`.trim();
  return line(Address.StreetAddress, Address.Unit, place);
}

function line(...parts: string[]): string {
  const given = parts.filter((part) => part.trim() !== '');
  return given.length === 0 ? 'not given' : given.join(', ');
}
