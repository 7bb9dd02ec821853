import type { FullPastCheck } from '@handoff/shared/domain/eligibility/answer/past-check';
import { AlertIcon } from '../../components/icons.tsx';
import { formatDay } from '../../lib/format.ts';
import { type DemographicRow, demographicRows } from './demographic-rows.ts';

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
          <summary>Name, date of birth and number are as Medicare has them</summary>
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
                  <AlertIcon size={14} /> different
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
