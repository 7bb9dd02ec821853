import { Group, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { isSameCounty } from '@handoff/shared/domain/agency/coverage';
import { FilterChoice } from '../../../ui/inputs/filter-bar.tsx';
import { plural } from '../../../text/format.ts';
import { CellMark, markOf } from './cell-mark.tsx';
import { type CellState, cellStates, stateWords, togetherOf } from './cell-state.ts';
import { rowId } from './coverage-address.ts';
import { type CountyRow, useCounties } from './use-counties.ts';
import type { Directory } from './use-directory.ts';
import { useShapes } from './use-shapes.ts';
import styles from './coverage.module.css';

interface CountyMapsProps {
  states: readonly string[];
  directory: Directory;
}

/** The counties of each state, for one discipline or all. The grid below says the same to keys and screen readers. */
export function CountyMaps({ states, directory }: CountyMapsProps) {
  const [service, setService] = useState('');
  return (
    <Stack component="section" gap="md" aria-label="Map">
      <Group gap="lg" align="end">
        <FilterChoice
          label="Map of"
          any="All disciplines"
          value={service}
          options={directory.disciplines.map(({ Id, Name }) => ({ value: Id, label: Name }))}
          onChange={setService}
        />
        <Legend />
      </Group>
      <div className={styles['maps']} aria-hidden="true">
        {states.map((state) => (
          <StateMap key={state} {...{ state, directory, service }} />
        ))}
      </div>
    </Stack>
  );
}

interface StateMapProps {
  state: string;
  directory: Directory;
  /** Empty for all disciplines together. */
  service: string;
}

function StateMap({ state, directory, service }: StateMapProps) {
  const { data: shapes } = useShapes(state);
  const { data: counties } = useCounties(state, directory);
  const patterns = useId();
  if (!shapes || !counties) return null;
  const unknown = counties.rows.find(({ County }) => County === '')?.ZipCodes.length ?? 0;
  return (
    <figure>
      <svg viewBox={`0 0 ${shapes.width} ${shapes.height}`} className={styles['map']}>
        <Patterns id={patterns} />
        {shapes.counties.map(({ name, path }) => {
          const row = counties.rows.find(({ County = '' }) => isSameCounty(County, name));
          const shown = row ? stateOf(row, service) : 'none';
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hidden from screen readers, and the grid takes keys
            <path
              key={name}
              d={path}
              fill={fillOf(shown, patterns)}
              data-state={shown}
              onClick={() => document.getElementById(rowId(state, row?.County ?? ''))?.focus()}
            >
              <title>{`${name}: ${stateWords[shown]}`}</title>
            </path>
          );
        })}
      </svg>
      <figcaption className="soft small">
        {state}
        {unknown > 0 && `, without ${plural(unknown, 'ZIP code')} whose county is unknown`}
      </figcaption>
    </figure>
  );
}

const stateOf = ({ cells }: CountyRow, service: string): CellState =>
  togetherOf(service === '' ? cells : cells.filter(({ Id }) => Id === service));

const fillOf = (state: CellState, patterns: string) =>
  state === 'served' || state === 'none' ? markOf[state].fill : `url(#${patterns}-${state})`;

/** The size of one tile, in the units of the outlines. */
const TILE = 14;

/** Stripes, crosses and dots, so that the states differ without their colors, too. */
function Patterns({ id }: { id: string }) {
  const tile = { width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' } as const;
  return (
    <defs>
      <pattern id={`${id}-partly`} {...tile} patternTransform="rotate(45)">
        <rect width={TILE} height={TILE} fill="var(--green-soft)" />
        <rect width={TILE / 2} height={TILE} fill={markOf.partly.fill} />
      </pattern>
      <pattern id={`${id}-full`} {...tile} patternTransform="rotate(45)">
        <rect width={TILE} height={TILE} fill="var(--red-soft)" />
        <path d={`M0 ${TILE / 2}H${TILE}M${TILE / 2} 0V${TILE}`} stroke={markOf.full.fill} strokeWidth={3} />
      </pattern>
      <pattern id={`${id}-asked`} {...tile}>
        <rect width={TILE} height={TILE} fill="var(--orange-soft)" />
        <circle cx={TILE / 2} cy={TILE / 2} r={TILE / 4} fill={markOf.asked.fill} />
      </pattern>
    </defs>
  );
}

/** For the map and the grid: the pattern of a county, and the mark of a cell. */
function Legend() {
  const patterns = useId();
  return (
    <Group component="ul" gap="lg" className="soft small" aria-label="Legend">
      {cellStates.map((state) => (
        <Group key={state} component="li" gap="xs" wrap="nowrap">
          <svg width={28} height={16} viewBox="0 0 49 28" className={styles['swatch']} aria-hidden="true">
            <Patterns id={`${patterns}-${state}`} />
            <rect width={49} height={28} fill={fillOf(state, `${patterns}-${state}`)} />
          </svg>
          <CellMark state={state} /> {stateWords[state]}
        </Group>
      ))}
    </Group>
  );
}
