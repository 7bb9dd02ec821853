import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isValidOn } from '@handoff/shared/domain/agency/directory';
import type { Directory } from './use-directory.ts';
import styles from './coverage.module.css';

/** Beside the grid until a county is chosen: the agencies and payers that referrals can go to, with their states. */
export function DirectoryRail({ directory }: { directory: Directory }) {
  const partners = directory.partners.filter(({ Kind }) => Kind === 'Home care' || Kind === 'Hospice');
  const payers = directory.payers.filter((payer) => isValidOn(payer, directory.day));
  return (
    <Stack component="aside" className={`card ${styles['rail']}`} aria-label="Partners and payers">
      <section>
        <h2>Partner agencies</h2>
        <Names to="/agencies" of={partners} none="No partner agency takes patients." states="not known" />
      </section>
      <section>
        <h2>Payers</h2>
        <Names to="/payers" of={payers} none="No payer is contracted." states="every state" />
      </section>
      <p className="soft small">Choose a county to see who serves it.</p>
    </Stack>
  );
}

interface NamesProps {
  to: '/agencies' | '/payers';
  of: readonly { Id: string; Name: string; States: readonly string[] }[];
  none: string;
  /** Says where a record without states applies. */
  states: string;
}

function Names({ to, of, none, states }: NamesProps) {
  if (of.length === 0) return <p className="soft small">{none}</p>;
  return (
    <ul>
      {of.map(({ Id, Name, States }) => (
        <li key={Id}>
          <Link to={to} search={{ edit: Id }} className="link">
            {Name}
          </Link>{' '}
          <span className="soft small">{States.length === 0 ? states : States.join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
