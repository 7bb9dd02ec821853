import { DecisionMark, ReceivedAge, StatusOf } from './referral-cells.tsx';
import { PatientLink, Place } from './worklist-columns.tsx';
import { touchParity, type WorklistListProps } from './worklist-table.tsx';

/** The worklist where a table does not fit. */
export function WorklistCards({ rows, statuses, touches }: WorklistListProps) {
  return (
    <ul className="cards">
      {rows.map((referral) => (
        <li key={referral.Id} className="card" data-touched={touchParity(touches.get(referral.Id))}>
          <div className="card-line">
            <PatientLink referral={referral} />
            <ReceivedAge referral={referral} statuses={statuses} />
          </div>
          <div className="card-line">
            <span>
              <Place referral={referral} />
            </span>
            <span className="soft">{referral.Payers[0]?.Name}</span>
          </div>
          <div className="card-line">
            <StatusOf id={referral.StatusId} statuses={statuses} />
            <DecisionMark decision={referral.Decision} />
            <span className="soft">{referral.Owner?.FullName ?? 'Unassigned'}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
