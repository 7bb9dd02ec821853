import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { errorText } from '../../lib/api/call-error.ts';
import { formatClock, formatCount } from '../../lib/format/format.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { trailCalls, type Trail } from './use-trail.ts';
import styles from './audit.module.css';

type Verification = Output<typeof api.audit.verify>;

type Outcome =
  | { kind: 'running'; checked: number }
  | { kind: 'whole'; checked: number; at: Date }
  | { kind: 'broken'; at: number }
  | { kind: 'failed'; message: string };

/** Recomputes the chain, and says in words what the result proves and what it does not. */
export function VerifyChain({ trail }: { trail: Trail }) {
  const { client, domain } = useApi();
  const [outcome, setOutcome] = useState<Outcome | undefined>();
  const call = trailCalls[trail].verify;
  const isRunning = outcome?.kind === 'running';

  async function verify(): Promise<void> {
    let checked = 0;
    let from: number | null = 1;
    setOutcome({ kind: 'running', checked });
    try {
      while (from !== null) {
        const how = { key: crypto.randomUUID(), domain };
        // Each part says where the next begins.
        // oxlint-disable-next-line no-await-in-loop
        const answer: Verification = await client.call(call, { query: { From: from } }, how);
        const [part] = answer.AuditVerification;
        if (!part) throw new Error('The server did not answer what it found.');
        if (part.BrokenAt !== null) return setOutcome({ kind: 'broken', at: part.BrokenAt });
        checked += part.Checked;
        from = part.ContinueFrom;
        setOutcome({ kind: 'running', checked });
      }
      setOutcome({ kind: 'whole', checked, at: new Date() });
    } catch (error) {
      setOutcome({ kind: 'failed', message: errorText(error) });
    }
  }

  return (
    <section className={styles['verify']} data-outcome={outcome?.kind} aria-labelledby="verify-title">
      <div>
        <h2 id="verify-title">Is the history complete?</h2>
        <output>{outcome ? <Found outcome={outcome} /> : <span className="soft">{idle}</span>}</output>
      </div>
      <Button size="sm" variant="default" loading={isRunning} onClick={() => void verify()}>
        Verify
      </Button>
    </section>
  );
}

const idle =
  'Each entry carries a seal computed from the entry before it. Verify recomputes every seal and compares.';

function Found({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case 'running':
      return <span>{formatCount(outcome.checked)} entries compared so far…</span>;
    case 'whole':
      return (
        <>
          <span className={styles['whole']}>
            <IconCheck size={16} aria-hidden="true" /> {countOf(outcome.checked)} as written. Checked at{' '}
            {formatClock(outcome.at)}.
          </span>
          <span className="soft small">
            This proves that nobody altered, removed or put in a single entry afterwards. It does not prove
            that the whole history was not written anew by somebody with direct access to the database; only a
            copy of the seals kept elsewhere could. Views are kept beside the history and are not sealed.
          </span>
        </>
      );
    case 'broken':
      return (
        <>
          <span className={styles['broken']}>
            <IconAlertTriangle size={16} aria-hidden="true" /> Entry #{outcome.at} is not as it was written,
            or is missing.
          </span>
          <span className="soft small">
            The entries before it are whole. From there on nothing is proved: export the trail, and have it
            compared with a backup by whoever runs Handoff.
          </span>
        </>
      );
    case 'failed':
      return <span className={styles['broken']}>It could not be verified: {outcome.message}</span>;
  }
}

function countOf(count: number): string {
  if (count === 0) return 'There is no entry yet: nothing that could be altered,';
  return count === 1 ? 'The one entry is' : `All ${formatCount(count)} entries are`;
}
