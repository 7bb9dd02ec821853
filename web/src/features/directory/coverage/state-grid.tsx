import { Group, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDotted,
  IconCircles,
  IconDiamond,
  IconSquareX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { settingsApi } from '@handoff/shared/contract/settings';
import { type Capacity, limitText } from '@handoff/shared/domain/agency/capacity';
import { type Cover, countyCover } from '@handoff/shared/domain/agency/coverage';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { placeName } from '@handoff/shared/domain/address/us-state';
import { formatCount, formatDay } from '../../../text/format.ts';
import { countiesWithZips, disciplineCode } from './counties.ts';
import { type Directory, limitIn } from './use-directory.ts';
import styles from './coverage.module.css';

const covers = {
  ours: { Icon: IconCircleCheck, words: 'ours', color: 'var(--green)' },
  part: { Icon: IconCircleDotted, words: 'partly covered', color: 'var(--green)' },
  partner: { Icon: IconDiamond, words: 'through a partner agency', color: 'var(--teal)' },
  overlap: { Icon: IconCircles, words: 'overlap, two areas', color: 'var(--violet)' },
  ending: { Icon: IconAlertTriangle, words: 'an area ends soon', color: 'var(--orange)' },
  gap: { Icon: IconSquareX, words: 'not covered', color: 'var(--red)' },
} as const satisfies Record<Cover, object>;

/** The states of coverage that need a manager's attention. */
const open: readonly Cover[] = ['part', 'overlap', 'ending', 'gap'];

interface StateGridProps {
  state: string;
  directory: Directory;
  /** The county that is open beside the grid. */
  chosen: string | undefined;
  isOnlyGaps: boolean;
}

/** One row per county and one column per discipline, instead of a map. */
export function StateGrid({ state, directory, chosen, isOnlyGaps }: StateGridProps) {
  const zips = useRead(settingsApi.zipCodesByState, { body: { state } });
  const places = zips.data?.SettingsZipCodesCountiesInfo;
  const rows = useMemo(
    () =>
      countiesWithZips(places ?? []).map(({ County, ZipCodes }) => ({
        County,
        ZipCodes,
        cells: directory.disciplines.map(({ Id, Name }) => ({
          Id,
          Name,
          ...countyCover({ State: state, County, ZipCodes }, Id, directory),
          limit: limitIn({ State: state, County }, Id, directory),
        })),
      })),
    [places, state, directory],
  );
  const shown = isOnlyGaps
    ? rows.filter(({ cells }) => cells.some(({ cover }) => open.includes(cover)))
    : rows;
  return (
    <Reading of={zips} lines={8}>
      {() => (
        <div className={styles['scroller']}>
          <table className={styles['grid']} aria-label={`Coverage of ${state}`}>
            <thead>
              <tr>
                <th scope="col">{state}</th>
                <th scope="col">ZIPs</th>
                {directory.disciplines.map(({ Id, Name }) => (
                  <th key={Id} scope="col" title={Name}>
                    <VisuallyHidden>{Name}</VisuallyHidden>
                    <span aria-hidden="true">{disciplineCode(Name)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ County, ZipCodes, cells }) => (
                <tr key={County} data-current={chosen === County}>
                  <th scope="row">
                    <Link
                      to="/coverage"
                      search={(former: object) => ({ ...former, state, county: County })}
                      className="quiet-link label"
                      aria-current={chosen === County ? 'true' : undefined}
                      replace
                    >
                      {placeName(County) || 'County unknown'}
                    </Link>
                  </th>
                  <td>{formatCount(ZipCodes.length)}</td>
                  {cells.map(({ Id, Name, cover, limit }) => (
                    <td key={Id} title={`${Name}: ${coverWords(cover, limit)}`}>
                      <CoverMark cover={cover} />
                      {limit && <LimitMark limit={limit} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {shown.length === 0 && (
            <p className="soft small">
              {isOnlyGaps ? `No gaps and no overlaps in ${state}.` : `The file of ${state} has no ZIP codes.`}
            </p>
          )}
        </div>
      )}
    </Reading>
  );
}

export function CoverMark({ cover }: { cover: Cover }) {
  const { Icon, words, color } = covers[cover];
  return (
    <span>
      <Icon size={16} color={color} aria-hidden="true" />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

/** Text as well as color, below the mark of who serves the county. */
function LimitMark({ limit }: { limit: Capacity }) {
  return (
    <span className={`label small ${limit.Level === 'Full' ? 'wrong' : 'warn'} ${styles['limit']}`}>
      {limit.Level.toLowerCase()}
      <VisuallyHidden> until {formatDay(limit.EndsOn)}</VisuallyHidden>
    </span>
  );
}

export const coverWords = (cover: Cover, limit?: Capacity) =>
  limit ? `${covers[cover].words}, ${limitText(limit)}` : covers[cover].words;

export function Legend() {
  return (
    <Group component="ul" gap="lg" className="soft small" aria-label="Legend">
      {(['ours', 'part', 'partner', 'overlap', 'ending', 'gap'] as const).map((cover) => (
        <li key={cover}>
          <span aria-hidden="true">
            <CoverMark cover={cover} />
          </span>{' '}
          {covers[cover].words}
        </li>
      ))}
    </Group>
  );
}
