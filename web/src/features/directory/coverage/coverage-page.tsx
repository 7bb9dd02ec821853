import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isValidOn } from '@handoff/shared/domain/agency/directory';
import { stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { withoutPlusFour } from '@handoff/shared/domain/address/zip-code';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { EditorFrame } from '../../../ui/record-page/editor-frame.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { CountyRail, lineName } from './county-rail.tsx';
import { DirectoryRail } from './directory-rail.tsx';
import { CountyMaps } from './county-map.tsx';
import { cellId, rowId } from './coverage-address.ts';
import { StateGrid } from './state-grid.tsx';
import { useCounties } from './use-counties.ts';
import { type Directory, useDirectory } from './use-directory.ts';
import { ZipAnswer } from './zip-answer.tsx';
import styles from './coverage.module.css';

const route = getRouteApi('/coverage');

/** Who serves each county with which discipline, and where each takes patients: the gaps, and what is full. */
export function CoveragePage() {
  const directory = useDirectory();
  return (
    <Stack gap="lg" className="page">
      <PageHeading title="Coverage and capacity" />
      <Reading of={directory}>{(data) => <Coverage directory={data} />}</Reading>
    </Stack>
  );
}

function Coverage({ directory }: { directory: Directory }) {
  const { state } = route.useSearch();
  const own = useCurrentPerson().domain?.States ?? [];
  const inAreas = directory.areas
    .filter((area) => isValidOn(area, directory.day))
    .flatMap((area) => area.States);
  const states = [...new Set([...own, ...inAreas])].toSorted();
  if (states.length === 0) return <NoStates />;
  return (
    <>
      <Search directory={directory} />
      <div className={`split ${styles['split']}`}>
        <Stack gap="lg">
          <CountyMaps states={states} directory={directory} />
          {states.map((each) => (
            <State key={each} state={each} directory={directory} />
          ))}
        </Stack>
        {state === undefined ? (
          <DirectoryRail directory={directory} />
        ) : (
          <Opened key={state} state={state} directory={directory} />
        )}
      </div>
    </>
  );
}

interface StateProps {
  state: string;
  directory: Directory;
}

function State({ state, directory }: StateProps) {
  const { gaps, ...chosen } = route.useSearch();
  const counties = useCounties(state, directory);
  return (
    <Reading of={counties} lines={8}>
      {(data) => (
        <StateGrid
          counties={data}
          disciplines={directory.disciplines}
          chosen={chosen}
          isOnlyOpen={gaps === true}
        />
      )}
    </Reading>
  );
}

/** The line or the cell that is open: beside the grid, or in a drawer on a narrow screen. */
function Opened({ state, directory }: StateProps) {
  const { zip, gaps, county, service } = route.useSearch();
  const navigate = useNavigate();
  const { data } = useCounties(state, directory);
  const row = county === undefined ? data?.entire : data?.rows.find(({ County }) => County === county);

  function close() {
    void navigate({ to: '/coverage', search: { zip, gaps }, replace: true, ignoreBlocker: true });
    // A drawer gives the focus back by itself, to the same element.
    const opener = service === undefined ? rowId(state, county ?? '') : cellId({ state, county, service });
    document.getElementById(opener)?.focus();
  }

  return (
    <EditorFrame label={row ? lineName(state, row) : state} docked={`card ${styles['rail']}`} onClose={close}>
      {row && <CountyRail {...{ state, row, directory, service }} onClose={close} />}
    </EditorFrame>
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
          Only what needs a look
        </Button>
      </Group>
      {zip !== undefined && <ZipAnswer key={zip} zip={zip} state={state} directory={directory} />}
    </>
  );
}

function NoStates() {
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
      This agency has no states and no service areas. A manager adds them under Service areas.
    </EmptyState>
  );
}
