import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paysThere } from '@handoff/shared/domain/agency/coverage';
import { placeName } from '@handoff/shared/domain/address/us-state';
import { useMay } from '../../../data/current-person.ts';
import { formatDay, plural } from '../../../text/format.ts';
import { EditorHead } from '../../../ui/record-page/editor-frame.tsx';
import { Activity } from '../../../ui/record-page/entity-facts.tsx';
import { CapacityForm } from './capacity-form.tsx';
import { CellMark } from './cell-mark.tsx';
import type { Cell } from './cell-state.ts';
import type { CountyRow } from './use-counties.ts';
import type { Directory } from './use-directory.ts';

interface CountyRailProps {
  state: string;
  row: CountyRow;
  directory: Directory;
  /** The discipline whose cell is open. */
  service: string | undefined;
  onClose: () => void;
}

/** Explains the marks of a line of the grid, and sets the capacity of the cell that is open. */
export function CountyRail({ state, row, directory, service, onClose }: CountyRailProps) {
  const open = row.cells.find(({ Id }) => Id === service);
  return (
    <Stack>
      <EditorHead
        title={open ? `${open.Name} in ${lineName(state, row)}` : lineName(state, row)}
        onClose={onClose}
      />
      {open && <OpenCell key={open.Id} {...{ state, row, directory, onClose }} cell={open} />}
      {!open && row.cells.map((cell) => <Explained key={cell.Id} cell={cell} zips={row.ZipCodes.length} />)}
      <Payers state={state} directory={directory} />
      {row.County !== undefined && (
        <p>
          <Link to="/referrals" search={{ view: 'All', state, county: row.County }} className="link">
            Referrals from here
          </Link>
        </p>
      )}
    </Stack>
  );
}

export const lineName = (state: string, { County }: Pick<CountyRow, 'County'>): string =>
  County === undefined
    ? `all of ${state}`
    : `${County === '' ? 'County unknown' : placeName(County)}, ${state}`;

interface OpenCellProps extends Omit<CountyRailProps, 'service'> {
  cell: CountyRow['cells'][number];
}

function OpenCell({ state, row, directory, cell, onClose }: OpenCellProps) {
  const mayEdit = useMay('capacity.edit');
  const { limit } = cell;
  const isHere = limit !== undefined && (limit.County === '') === (row.County === undefined);
  return (
    <>
      <Explained cell={cell} zips={row.ZipCodes.length} />
      {limit && !isHere && <p className="soft small">The limit is for all of {state}.</p>}
      {row.County === '' && (
        <p className="soft small">
          A limit needs a county, and the imported file says none here: limit {cell.Name} in all of {state}.
        </p>
      )}
      {mayEdit && row.County !== '' && (
        <CapacityForm
          cell={{ Discipline: cell.Id, State: state, County: placeName(row.County ?? '') }}
          name={cell.Name}
          {...{ directory }}
          onDone={onClose}
        />
      )}
      {limit && isHere && <Activity kind="capacity" id={limit.Id} />}
    </>
  );
}

interface ExplainedProps {
  cell: Cell & { Name: string };
  /** The number of ZIP codes that are known there. */
  zips: number;
}

function Explained({ cell, zips }: ExplainedProps) {
  const { Name, state, words, limit, cover } = cell;
  const { areas, uncovered, doubled, partners } = cover;
  return (
    <section>
      <h3>
        <CellMark state={state} /> {Name}: {words}
      </h3>
      {limit && (
        <p className="soft small">
          Recorded by {limit.UpdatedBy.FullName}. {limit.Note}
        </p>
      )}
      <ul>
        {areas.map(({ area, zips: covered }) => (
          <li key={area.Id}>
            <Link to="/service-areas" search={{ edit: area.Id }} className="link">
              {area.Name}
            </Link>{' '}
            <span className="soft small">
              {[
                ...(zips > 0 ? [plural(covered, 'ZIP code')] : []),
                ...(area.EndsOn === null ? [] : [`until ${formatDay(area.EndsOn)}`]),
              ].join(', ')}
            </span>
          </li>
        ))}
        {areas.length === 0 &&
          partners.map(({ Id, Name: partner }) => (
            <li key={Id}>
              <Link to="/agencies" search={{ edit: Id }} className="link">
                {partner}
              </Link>
            </li>
          ))}
      </ul>
      {areas.length > 0 && uncovered.length > 0 && <ZipList text="Not covered" zips={uncovered} />}
      {zips > 0 && doubled.length > 0 && <ZipList text="Covered twice" zips={doubled} />}
    </section>
  );
}

const MAX_ZIPS = 12;

function ZipList({ text, zips }: { text: string; zips: readonly string[] }) {
  const more = zips.length - MAX_ZIPS;
  return (
    <p className="soft small">
      {text}: {zips.slice(0, MAX_ZIPS).join(', ')}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

function Payers({ state, directory: { payers, day } }: Pick<CountyRailProps, 'state' | 'directory'>) {
  const here = payers.filter((payer) => paysThere(payer, state, day));
  return (
    <section>
      <h3>Payers in {state}</h3>
      <p className="soft small">
        {here.length === 0 ? 'No contract covers this state.' : here.map(({ Name }) => Name).join(', ')}
      </p>
    </section>
  );
}
