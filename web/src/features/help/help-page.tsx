import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { systemApi } from '@handoff/shared/contract/realtime';
import { settingsApi } from '@handoff/shared/contract/settings';
import { use } from 'react';
import { Administration } from './administration.tsx';
import { WhomToAsk } from './whom-to-ask.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Reading } from '../../ui/feedback/reading.tsx';
import { useMay } from '../../data/current-person.ts';
import { ShortcutList } from '../../ui/shortcut-list.tsx';
import { plural } from '../../text/format.ts';
import { useLiveness } from '../../data/live/live.tsx';
import { TracesContext } from '../../data/use-api.ts';
import { useRead } from '../../data/records/use-read.ts';
import styles from './help.module.css';

/** Tasks, people to ask, shortcuts, versions and an explanation of the sandbox. */
export function HelpPage() {
  return (
    <div className={`page ${styles['page']}`} data-width="narrow">
      <PageHeading title="Help" />
      <Administration />
      <WhomToAsk />
      <section aria-labelledby="keys">
        <h2 id="keys">Keyboard shortcuts</h2>
        <ShortcutList />
      </section>
      <Status />
      <AddressData />
      <Sandbox />
      <ForDevelopers />
    </div>
  );
}

const liveWords = {
  connecting: 'connecting',
  live: 'working',
  reconnecting: 'reconnecting; pages refresh by themselves',
  offline: 'no connection; what you see may be out of date',
} as const;

function Status() {
  const health = useRead(systemApi.health, {});
  const liveness = useLiveness();
  const state = health.data
    ? 'working'
    : health.error
      ? `not answering: ${health.error.message}`
      : 'checking…';
  return (
    <section aria-labelledby="status">
      <h2 id="status">System status</h2>
      <dl className="facts">
        <dt>Handoff</dt>
        <dd>{health.data ? `version ${health.data.version}, ${state}` : state}</dd>
        <dt>Live updates</dt>
        <dd>{liveWords[liveness]}</dd>
      </dl>
    </section>
  );
}

function AddressData() {
  const mayRead = useMay('addresses.read');
  const states = useRead(settingsApi.addressStates, mayRead ? {} : null);
  if (!mayRead) return null;
  return (
    <section aria-labelledby="addresses">
      <h2 id="addresses">Address data</h2>
      <Reading
        of={states}
        lines={3}
        isEmpty={({ AddressStates }) => AddressStates.length === 0}
        empty={<p className="soft">No state file is imported yet.</p>}
      >
        {({ AddressStates }) => (
          <dl className="facts">
            {AddressStates.map(({ State, ZipCodes, Counties, Version }) => (
              <div key={State}>
                <dt>{State}</dt>
                <dd>
                  {plural(ZipCodes, 'ZIP code')}
                  {Counties > 0 && ` in ${plural(Counties, 'county', 'counties')}`}, version{' '}
                  <span className="request-id">{Version.slice(0, 11)}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Reading>
    </section>
  );
}

function Sandbox() {
  const mayCheck = useMay('eligibility.check');
  const { data } = useRead(medicareEligibilityApi.settings, mayCheck ? {} : null);
  if (!data) return null;
  const isSandbox = data.AskedOf.Provider === 'sandbox';
  return (
    <section aria-labelledby="sandbox">
      <h2 id="sandbox">Sandbox</h2>
      <p>
        {isSandbox
          ? 'Eligibility checks go to a sandbox, not to Medicare. It knows only the published test numbers (1EG4-TE5-MKnn), and every answer says SANDBOX.'
          : `None is in use. Eligibility checks go to ${data.AskedOf.Label}.`}
      </p>
    </section>
  );
}

function ForDevelopers() {
  const traces = use(TracesContext);
  if (traces === undefined) return null;
  return (
    <section aria-labelledby="developers">
      <h2 id="developers">For developers</h2>
      <a href={traces} className="link">
        Recent requests, each with its trace and log
      </a>
    </section>
  );
}
