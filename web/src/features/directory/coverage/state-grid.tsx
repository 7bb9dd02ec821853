import { VisuallyHidden } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { placeName } from '@handoff/shared/domain/address/us-state';
import { formatCount } from '../../../text/format.ts';
import { type CoverageCell, cellId, rowId } from './coverage-address.ts';
import { CellMark } from './cell-mark.tsx';
import { ASKED_DAYS, needsLook } from './cell-state.ts';
import { disciplineCode } from './counties.ts';
import type { CountyRow, StateCounties } from './use-counties.ts';
import type { Directory } from './use-directory.ts';
import styles from './coverage.module.css';

type Chosen = { [Part in keyof CoverageCell]?: CoverageCell[Part] | undefined };

interface StateGridProps {
  counties: StateCounties;
  disciplines: Directory['disciplines'];
  /** What is open beside the grid. */
  chosen: Chosen;
  isOnlyOpen: boolean;
}

/** One row per county and one column per discipline: who serves it, and where its capacity is set. */
export function StateGrid({ counties: { state, entire, rows, isImported }, ...props }: StateGridProps) {
  const { disciplines, chosen, isOnlyOpen } = props;
  const shown = isOnlyOpen ? rows.filter(({ cells }) => needsLook(cells)) : rows;
  const [focused, setFocused] = useState('');
  const lines = [entire, ...shown];
  const ids = lines.flatMap(({ County, cells }) =>
    cells.map(({ Id }) => cellId({ state, county: County, service: Id })),
  );
  // One stop of the Tab key for the whole grid; the arrow keys go on from there.
  const stop = ids.includes(focused) ? focused : ids[0];
  return (
    <div className={styles['scroller']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves between its buttons */}
      <table className={styles['grid']} aria-label={`Coverage of ${state}`} onKeyDown={goOn}>
        <thead>
          <tr>
            <th scope="col">{state}</th>
            <th scope="col">ZIPs</th>
            <th scope="col" title={`Referrals from there in ${ASKED_DAYS} days`}>
              Referrals
            </th>
            {disciplines.map(({ Id, Name }) => (
              <th key={Id} scope="col" title={Name}>
                <VisuallyHidden>{Name}</VisuallyHidden>
                <span aria-hidden="true">{disciplineCode(Name)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((row) => (
            <Line
              key={row.County ?? ''}
              {...{ state, row, stop }}
              chosen={state === chosen.state && row.County === chosen.county ? chosen : undefined}
              onFocus={setFocused}
            />
          ))}
        </tbody>
      </table>
      {isOnlyOpen && shown.length === 0 && <p className="soft small">Nothing to look at in {state}.</p>}
      {!isImported && (
        <p className="soft small">
          The addresses of {state} are not imported, so its ZIP codes are not known.
        </p>
      )}
    </div>
  );
}

interface LineProps {
  state: string;
  row: CountyRow;
  /** The cell that the Tab key stops at. */
  stop: string | undefined;
  /** What is open beside the grid, if it is of this line. */
  chosen: Chosen | undefined;
  onFocus: (id: string) => void;
}

function Line({ state, row, stop, chosen, onFocus }: LineProps) {
  const { County, ZipCodes, asked, cells } = row;
  const navigate = useNavigate();
  return (
    <tr data-current={chosen !== undefined} data-entire={County === undefined || undefined}>
      <th scope="row">
        <LineName {...{ state, row }} isCurrent={chosen !== undefined} />
      </th>
      <td>{ZipCodes.length > 0 && formatCount(ZipCodes.length)}</td>
      <td>{asked > 0 && formatCount(asked)}</td>
      {cells.map((cell) => {
        const place: CoverageCell = { state, county: County, service: cell.Id };
        const id = cellId(place);
        return (
          <td key={cell.Id} data-current={chosen?.service === cell.Id || undefined}>
            <button
              type="button"
              id={id}
              className={styles['cell']}
              title={`${cell.Name}: ${cell.words}`}
              tabIndex={id === stop ? 0 : -1}
              onFocus={() => onFocus(id)}
              onClick={() =>
                void navigate({
                  to: '/coverage',
                  search: (former: object) => ({ ...former, ...place }),
                  replace: true,
                })
              }
            >
              <CellMark state={cell.state} words={`${cell.Name}: ${cell.words}`} />
            </button>
          </td>
        );
      })}
    </tr>
  );
}

interface LineNameProps extends Pick<LineProps, 'state' | 'row'> {
  isCurrent: boolean;
}

/** A city is never shown as a county: where the county is unknown, the cities are named as such. */
function LineName({ state, row: { County, cities }, isCurrent }: LineNameProps) {
  if (County === undefined) return `All of ${state}`;
  return (
    <>
      <Link
        id={rowId(state, County)}
        to="/coverage"
        search={(former: object) => ({ ...former, state, county: County, service: undefined })}
        className="quiet-link label"
        aria-current={isCurrent ? 'true' : undefined}
        replace
      >
        {placeName(County) || 'County unknown'}
      </Link>
      {County === '' && cities.length > 0 && (
        <span className={`soft small ${styles['cities']}`}>City: {cities.map(placeName).join(', ')}</span>
      )}
    </>
  );
}

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function goOn(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key];
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const row = cell?.closest('tr');
  if (!step || !cell || !row) return;
  const [down, right] = step;
  const next = event.currentTarget.rows[row.rowIndex + down]?.cells[cell.cellIndex + right];
  const button = next?.querySelector('button');
  if (!button) return;
  event.preventDefault();
  button.focus();
}
