import { FlexRender, useTable } from '@tanstack/react-table';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useMay } from '../../../lib/current-person.ts';
import { worklistColumns, worklistFeatures, PatientLink, Place } from './worklist-columns.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { DecisionMark, ReceivedAge, StatusOf } from '../referral-cells.tsx';

export interface WorklistListProps {
  rows: readonly Referral[];
  statuses: readonly ConfiguredStatus[];
  touches: ReadonlyMap<string, number>;
}

export function WorklistTable({ rows, statuses, touches }: WorklistListProps) {
  const navigate = useNavigate();
  const columns = useMemo(() => worklistColumns(statuses), [statuses]);
  const table = useTable({
    features: worklistFeatures,
    columns,
    data: rows,
    getRowId: ({ Id }) => Id,
  });
  const mayCheck = useMay('eligibility.check');
  const check = (referral: string) => void navigate({ to: '/eligibility', search: { referral } });
  const body = useRowKeys({ onCheck: mayCheck ? check : undefined });
  return (
    <section className="table-box" aria-label="Referrals">
      <table className="table" ref={body}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" data-column={header.column.id}>
                  <FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-touched={touchParity(touches.get(row.id))}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} data-column={cell.column.id}>
                  <FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Another value at every touch, so that the mark's animation starts anew. */
function touchParity(touches: number | undefined): 'odd' | 'even' | undefined {
  if (touches === undefined) return undefined;
  return touches % 2 === 1 ? 'odd' : 'even';
}

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
