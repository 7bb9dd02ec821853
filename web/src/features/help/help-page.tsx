import { api } from '@handoff/shared/contract/api';
import { use } from 'react';
import { PageHeading } from '../../components/page-heading.tsx';
import { Reading } from '../../components/reading.tsx';
import { useMay } from '../../lib/current-person.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useLiveness } from '../../lib/live/live.tsx';
import { TracesContext } from '../../lib/api/use-api.ts';
import { useRead } from '../../lib/api/use-read.ts';
import styles from './help.module.css';

const keys: [what: string, ...keys: string[]][] = [
  ['Search or jump to anything', 'Ctrl', 'K'],
  ['Show this page', '?'],
  ['Next or previous row of a list, or referral of the list one came from', 'J', 'K'],
  ['Open the row', 'Enter'],
  ['Search the list', '/'],
  ['Write a note on the referral in the row, or on the open one', 'N'],
  ['Check eligibility of the referral in the row, or of the chosen ones', 'E'],
  ['Choose the row, or with Shift all rows between', 'X'],
  ['Assign the chosen referrals, or the one in the row', 'A'],
  ['Set their status', 'S'],
  ['Choose no row', 'Esc'],
  ['Record a new referral, on the list', 'C'],
  ['Go from card to card of the board', '←', '↑', '↓', '→'],
  ['Move the card to…', 'M'],
  ['Save a form', 'Ctrl', 'Enter'],
  ['Go to the latest message', 'Alt', 'T'],
];

/** The keys, which versions these are, how the parts are, and what is not real. */
export function HelpPage() {
  return (
    <div className={styles['page']}>
      <PageHeading title="Help" />
      <section aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        <dl className={styles['keys']}>
          {keys.map(([what, ...pressed]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                {pressed.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <p className="soft small">Keys without Ctrl or Alt can be switched off in your account menu.</p>
      </section>
      <Parts />
      <AddressData />
      <Sandbox />
    </div>
  );
}

const liveWords = {
  connecting: 'connecting',
  live: 'working',
  reconnecting: 'reconnecting; pages refresh by themselves',
  offline: 'no connection; what you see may be out of date',
} as const;

function Parts() {
  const traces = use(TracesContext);
  const health = useRead(api.system.health, {});
  const liveness = useLiveness();
  const state = health.data
    ? 'working'
    : health.error
      ? `not answering: ${health.error.message}`
      : 'asking …';
  return (
    <section aria-labelledby="parts">
      <h2 id="parts">Parts</h2>
      <dl className={styles['facts']}>
        <dt>Handoff</dt>
        <dd>{health.data ? `version ${health.data.version}, ${state}` : state}</dd>
        <dt>Live messages</dt>
        <dd>{liveWords[liveness]}</dd>
      </dl>
      {traces !== undefined && (
        <p className="soft small">
          For developers:{' '}
          <a href={traces} className="link">
            recent requests, each with its trace and log
          </a>
        </p>
      )}
    </section>
  );
}

function AddressData() {
  const mayRead = useMay('addresses.read');
  const states = useRead(api.settings.addressStates, mayRead ? {} : null);
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
          <dl className={styles['facts']}>
            {AddressStates.map(({ State, ZipCodes, Counties, Version }) => (
              <div key={State}>
                <dt>{State}</dt>
                <dd>
                  {formatCount(ZipCodes)} ZIP codes{Counties > 0 && ` in ${formatCount(Counties)} counties`},
                  version <span className="request-id">{Version.slice(0, 11)}</span>
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
  const { data } = useRead(api.medicareEligibility.settings, mayCheck ? {} : null);
  if (!data) return null;
  const isSandbox = data.AskedOf.Provider === 'sandbox';
  return (
    <section aria-labelledby="sandbox">
      <h2 id="sandbox">What is not real</h2>
      <p>
        {isSandbox
          ? 'Medicare eligibility is answered by a sandbox: it knows published test numbers only (1EG4-TE5-MKnn), and every answer says SANDBOX.'
          : `Nothing: Medicare eligibility is asked of ${data.AskedOf.Label}.`}
      </p>
    </section>
  );
}
