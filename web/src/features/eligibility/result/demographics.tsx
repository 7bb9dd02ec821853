import { IconAlertTriangle } from '@tabler/icons-react';
import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { formatDay } from '../../../lib/format/format.ts';
import type { EligibilityBeneficiary } from '@handoff/shared/domain/eligibility/result';

/** What was asked with beside what Medicare has; a difference is said in words, an agreement in one line. */
export function Demographics({ check }: { check: FullPastCheck }) {
  const { Beneficiary } = check;
  if (!Beneficiary) return null;
  const rows = demographicRows(check, Beneficiary);
  const differences = rows.filter(({ differs }) => differs);
  return (
    <section aria-labelledby="person-title">
      <h2 id="person-title" className="result-title">
        The person
      </h2>
      {differences.length === 0 ? (
        <details className="person-same">
          <summary>Name, date of birth and number match Medicare’s record</summary>
          <PersonTable rows={rows} />
        </details>
      ) : (
        <PersonTable rows={rows} />
      )}
      {Beneficiary.DateOfDeath !== null && <p>Died {formatDay(Beneficiary.DateOfDeath)}</p>}
      {Beneficiary.Address !== '' && <p className="soft">Medicare’s address: {Beneficiary.Address}</p>}
    </section>
  );
}

function PersonTable({ rows }: { rows: readonly DemographicRow[] }) {
  return (
    <table className="check-table person-table">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Entered</th>
          <th scope="col">Medicare has</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, entered, medicare, differs }) => (
          <tr key={name} data-differs={differs}>
            <th scope="row">{name}</th>
            <td className="number">{entered}</td>
            <td className="number">
              {medicare}
              {differs && (
                <span className="differs">
                  <IconAlertTriangle size={14} aria-hidden="true" /> different
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface DemographicRow {
  name: string;
  entered: string;
  medicare: string;
  differs: boolean;
}

type Entered = Pick<FullPastCheck, 'FirstName' | 'LastName' | 'DateOfBirth' | 'Mbi'>;

export function demographicRows(entered: Entered, medicare: EligibilityBeneficiary): DemographicRow[] {
  return [
    row('Last name', entered.LastName, medicare.LastName),
    row('First name', entered.FirstName, medicare.FirstName),
    row('Date of birth', day(entered.DateOfBirth), day(medicare.DateOfBirth ?? '')),
    row('Medicare number', entered.Mbi, medicare.Mbi),
  ];
}

function row(name: string, entered: string, medicare: string): DemographicRow {
  // What Medicare leaves out is no difference.
  const differs = medicare !== '' && plain(entered) !== plain(medicare);
  return { name, entered, medicare: medicare || 'not given', differs };
}

/** Accents, case and punctuation are lost on the way to Medicare. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}*]/gu, '')
    .toUpperCase();

const day = (iso: string) => (/^\d{4}-\d{2}-\d{2}$/.test(iso) ? formatDay(iso) : iso);
