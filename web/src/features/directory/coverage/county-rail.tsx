import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Capacity } from '@handoff/shared/domain/agency/capacity';
import { settingsApi } from '@handoff/shared/contract/settings';
import { type CountyCover, countyCover, paysThere } from '@handoff/shared/domain/agency/coverage';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { placeName } from '@handoff/shared/domain/address/us-state';
import { formatDay, plural } from '../../../text/format.ts';
import { countiesWithZips } from './counties.ts';
import { CoverMark, coverWords } from './state-grid.tsx';
import { type Directory, limitIn } from './use-directory.ts';
import styles from './coverage.module.css';

interface CountyRailProps {
  state: string;
  county: string;
  directory: Directory;
}

/** Explains the marks of one county. */
export function CountyRail({ state, county, directory }: CountyRailProps) {
  const zips = useRead(settingsApi.zipCodesByState, { body: { state } });
  return (
    <Stack
      component="aside"
      className={`card ${styles['rail']}`}
      aria-label={`${placeName(county)}, ${state}`}
    >
      <header>
        <p className="soft small">{state}</p>
        <h2>{placeName(county) || 'County unknown'}</h2>
      </header>
      <Reading of={zips}>
        {({ SettingsZipCodesCountiesInfo }) => {
          const found = countiesWithZips(SettingsZipCodesCountiesInfo).find(
            ({ County }) => County === county,
          );
          const place = { State: state, County: county, ZipCodes: found?.ZipCodes ?? [] };
          return directory.disciplines.map(({ Id, Name }) => (
            <Discipline
              key={Id}
              name={Name}
              cover={countyCover(place, Id, directory)}
              limit={limitIn(place, Id, directory)}
            />
          ));
        }}
      </Reading>
      <Payers state={state} directory={directory} />
      <p>
        <Link to="/referrals" search={{ view: 'All', state, county }} className="link">
          Referrals from here
        </Link>
      </p>
    </Stack>
  );
}

function Discipline({
  name,
  cover: { cover, areas, uncovered, doubled, partners },
  limit,
}: {
  name: string;
  cover: CountyCover;
  limit: Capacity | undefined;
}) {
  return (
    <section>
      <h3>
        <CoverMark cover={cover} /> {name}: {coverWords(cover, limit)}
      </h3>
      {limit && (
        <p className="soft small">
          Recorded by {limit.UpdatedBy.FullName}.{' '}
          <Link to="/capacity" search={{ edit: limit.Id }} className="link">
            Show the capacity
          </Link>
          {limit.Note !== '' && ` ${limit.Note}`}
        </p>
      )}
      <ul>
        {areas.map(({ area, zips }) => (
          <li key={area.Id}>
            <Link to="/service-areas" search={{ edit: area.Id }} className="link">
              {area.Name}
            </Link>{' '}
            <span className="soft small">
              {plural(zips, 'ZIP code')}
              {area.EndsOn !== null && `, until ${formatDay(area.EndsOn)}`}
            </span>
          </li>
        ))}
        {areas.length === 0 &&
          partners.map(({ Id, Name }) => (
            <li key={Id}>
              <Link to="/agencies" search={{ edit: Id }} className="link">
                {Name}
              </Link>
            </li>
          ))}
      </ul>
      {areas.length > 0 && uncovered.length > 0 && <ZipList text="Not covered" zips={uncovered} />}
      {doubled.length > 0 && <ZipList text="Covered twice" zips={doubled} />}
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
