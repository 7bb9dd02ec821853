import { formatDay } from '../../../lib/format/format.ts';
import type { Attachment } from './attachment.ts';
import { countOf, type Missing } from './intake-form.ts';
import { goToField, IntakeSection } from './intake-section.tsx';
import type { IntakeValues } from './intake-values.ts';

interface ReviewSectionProps {
  values: IntakeValues;
  missing: readonly Missing[];
  attachments: readonly Attachment[];
  isInFile: boolean;
}

/** What will be saved, in one look, and what is still missing for it. */
export function ReviewSection({ values, missing, attachments, isInFile }: ReviewSectionProps) {
  const uploaded = attachments.filter(({ document }) => document).length;
  return (
    <IntakeSection name="Review">
      {missing.length > 0 && (
        <div className="w12">
          <p className="intake-missing-title">{countOf(missing)}</p>
          <ul>
            {missing.map(({ path, section, message }) => (
              <li key={path}>
                <button type="button" className="text-button" onClick={() => goToField(path)}>
                  {section}: {message}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <dl className="facts w12">
        <dt>Patient</dt>
        <dd>{patientLine(values)}</dd>
        <dt>Address</dt>
        <dd>
          {addressLine(values)}
          {values.Address.StreetAddress !== '' && !isInFile && (
            <span className="not-in-file"> not in file</span>
          )}
        </dd>
        <dt>From</dt>
        <dd>{line(values.Source.Kind, values.Source.Organization, values.Source.ContactName)}</dd>
        <dt>Payers</dt>
        <dd>{line(...values.Payers.map(({ Name, Plan }) => `${Name} ${Plan}`.trim()))}</dd>
        <dt>Services</dt>
        <dd>{line(...values.Services)}</dd>
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
    Patient.DateOfBirth === '' ? '' : `born ${formatDay(Patient.DateOfBirth)}`,
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
