import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { settingsApi } from '@handoff/shared/contract/settings';
import { isValidOn } from '@handoff/shared/domain/agency/directory';
import { stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { withoutPlusFour } from '@handoff/shared/domain/address/zip-code';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { CountyRail } from './county-rail.tsx';
import { DirectoryRail } from './directory-rail.tsx';
import { Legend, StateGrid } from './state-grid.tsx';
import { type Directory, useDirectory } from './use-directory.ts';
import { ZipAnswer } from './zip-answer.tsx';
import styles from './coverage.module.css';

const route = getRouteApi('/coverage');

/** The disciplines that each county is served with, and the gaps. */
export function CoveragePage() {
  const directory = useDirectory();
  const imported = useRead(settingsApi.addressStates, {});
  return (
    <Stack gap="lg" className="page">
      <PageHeading title="Coverage" />
      <Reading of={directory}>
        {(data) => (
          <Reading of={imported}>
            {({ AddressStates }) => (
              <Coverage directory={data} withAddresses={AddressStates.map(({ State }) => State)} />
            )}
          </Reading>
        )}
      </Reading>
    </Stack>
  );
}

function Coverage({ directory, withAddresses }: { directory: Directory; withAddresses: readonly string[] }) {
  const { state, county, gaps } = route.useSearch();
  const own = useCurrentPerson().domain?.States ?? [];
  const inAreas = directory.areas
    .filter((area) => isValidOn(area, directory.day))
    .flatMap((area) => area.States);
  const states = [...new Set([...own, ...inAreas])].toSorted();
  const shown = states.filter((each) => withAddresses.includes(each));
  const missing = states.filter((each) => !withAddresses.includes(each));
  return (
    <>
      <Search directory={directory} />
      {shown.length === 0 && <NoAddresses states={states} />}
      <div className={`split ${styles['split']}`}>
        <Stack gap="lg">
          {shown.map((each) => (
            <StateGrid
              key={each}
              state={each}
              directory={directory}
              chosen={each === state ? county : undefined}
              isOnlyGaps={gaps === true}
            />
          ))}
          {shown.length > 0 && <Legend />}
          {shown.length > 0 && missing.length > 0 && (
            <p className="soft small">
              The addresses of {missing.join(', ')} are not imported, so the counties there cannot be listed.
            </p>
          )}
        </Stack>
        {state !== undefined && county !== undefined ? (
          <CountyRail state={state} county={county} directory={directory} />
        ) : (
          <DirectoryRail directory={directory} />
        )}
      </div>
    </>
  );
}

function Search({ directory }: { directory: Directory }) {
  const { zip, ...search } = route.useSearch();
  const [typed, setTyped] = useState(zip ?? '');
  const navigate = useNavigate();
  const state = zip === undefined ? undefined : stateOfZip(zip);
  return (
    <>
      <Group gap="sm" align="stretch">
        <TextInput
          aria-label="ZIP code"
          placeholder="ZIP code"
          inputMode="numeric"
          autoComplete="off"
          leftSection={<IconMapPin size={16} aria-hidden="true" />}
          value={typed}
          onChange={({ currentTarget }) => {
            const digits = withoutPlusFour(currentTarget.value.trim()).replaceAll(/\D/g, '');
            setTyped(digits);
            if (digits.length !== 5 && zip === undefined) return;
            const found = digits.length === 5 ? digits : undefined;
            void navigate({ to: '/coverage', search: { ...search, zip: found }, replace: true });
          }}
        />
        <Button
          variant={search.gaps === true ? 'light' : 'default'}
          aria-pressed={search.gaps === true}
          onClick={() =>
            void navigate({
              to: '/coverage',
              search: { ...search, zip, gaps: search.gaps === true ? undefined : true },
            })
          }
        >
          Only gaps and overlaps
        </Button>
      </Group>
      {zip !== undefined && <ZipAnswer key={zip} zip={zip} state={state} directory={directory} />}
    </>
  );
}

function NoAddresses({ states }: { states: readonly string[] }) {
  return (
    <EmptyState
      icon={IconMapPin}
      title="No counties to show yet"
      actions={
        <Link to="/service-areas" className="link">
          Show service areas
        </Link>
      }
    >
      {states.length === 0
        ? 'This agency has no states and no service areas. A manager adds them under Service areas.'
        : `The addresses of ${states.join(', ')} are not imported. An administrator imports them; a ZIP code can be looked up before.`}
    </EmptyState>
  );
}
