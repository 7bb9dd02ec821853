import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { auditApi } from '@handoff/shared/contract/audit';
import type { Output } from '@handoff/shared/contract/endpoint';
import { errorText } from '../../../data/send/call-error.ts';
import { formatClock, formatCount, formatDay } from '../../../text/format.ts';
import { useApi } from '../../../data/use-api.ts';
import { trailCalls, type Trail } from './use-trail.ts';
import styles from './audit.module.css';

type Verification = Output<typeof auditApi.verify>;

type Part = Verification['AuditVerification'][number];

type Outcome =
  | { kind: 'running'; checked: number }
  | { kind: 'whole'; found: Part; at: Date }
  | { kind: 'broken'; found: Part }
  | { kind: 'failed'; message: string };

/** Verifies the trail layer by layer, and explains what each layer proves and what it does not. */
export function VerifyChain({ trail }: { trail: Trail }) {
  const { client } = useApi();
  const [outcome, setOutcome] = useState<Outcome | undefined>();
  const call = trailCalls[trail].verify;
  const isRunning = outcome?.kind === 'running';

  async function verify(): Promise<void> {
    let found: Part | undefined;
    let from: number | null = 1;
    setOutcome({ kind: 'running', checked: 0 });
    try {
      while (from !== null) {
        // Each part says where the next begins.
        // oxlint-disable-next-line no-await-in-loop
        const answer: Verification = await client.call(call, { query: { From: from } });
        const [part] = answer.AuditVerification;
        if (!part) throw new Error('The server did not answer what it found.');
        found = found ? together(found, part) : part;
        from = part.ContinueFrom;
        if (from === null) setOutcome({ kind: isWhole(found) ? 'whole' : 'broken', found, at: new Date() });
        else setOutcome({ kind: 'running', checked: found.Checked });
      }
    } catch (error) {
      setOutcome({ kind: 'failed', message: errorText(error) });
    }
  }

  return (
    <section className="notice" data-tone={tones[outcome?.kind ?? 'running']} aria-labelledby="verify-title">
      <Group
        gap="xl"
        align="flex-start"
        wrap="nowrap"
        justify="space-between"
        className={styles['verify'] ?? ''}
      >
        <div>
          <h2 id="verify-title">Is the history complete?</h2>
          <output className={styles['found']}>
            {outcome ? <Found outcome={outcome} /> : <span className="soft">{idle}</span>}
          </output>
        </div>
        <Button loading={isRunning} onClick={() => void verify()}>
          Verify
        </Button>
      </Group>
    </section>
  );
}

const together = (before: Part, next: Part): Part => ({
  ...next,
  Checked: before.Checked + next.Checked,
  ViewDays: before.ViewDays + next.ViewDays,
  ViewsBrokenOn: before.ViewsBrokenOn ?? next.ViewsBrokenOn,
  Anchors: before.Anchors + next.Anchors,
  AnchorBrokenOn: before.AnchorBrokenOn ?? next.AnchorBrokenOn,
});

const isWhole = ({ BrokenAt, ViewsBrokenOn, AnchorBrokenOn, Head }: Part): boolean =>
  BrokenAt === null && ViewsBrokenOn === null && AnchorBrokenOn === null && Head !== 'forged';

const tones = { running: 'plain', whole: 'green', broken: 'red', failed: 'red' } as const;

const idle =
  'Each entry carries a seal computed from the entry before it. Verify recomputes every seal, and compares views and the daily copies.';

function Found({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case 'running':
      return <span>{formatCount(outcome.checked)} entries compared so far…</span>;
    case 'whole':
      return (
        <>
          <span className="good label">
            <IconCheck size={16} aria-hidden="true" /> {countOf(outcome.found.Checked)} as written. Checked at{' '}
            {formatClock(outcome.at.toISOString())}.
          </span>
          <details className="soft small">
            <summary>What this proves</summary>
            No entry has been altered, removed or inserted. {proofs(outcome.found).join(' ')}
          </details>
        </>
      );
    case 'broken':
      return (
        <>
          {damages(outcome.found).map((damage) => (
            <span key={damage} className="wrong label">
              <IconAlertTriangle size={16} aria-hidden="true" /> {damage}
            </span>
          ))}
          <span className="soft small">
            Don’t change anything. Export the log and ask your Handoff operator to compare it with a backup.
            After a restored backup the daily copies are ahead of the log.
          </span>
        </>
      );
    case 'failed':
      return <span className="wrong label">It could not be verified: {outcome.message}</span>;
  }
}

/** The additional proof of each layer. */
function proofs({ Head, ViewDays, Anchors, AnchorsAreImmutable }: Part): string[] {
  return [
    Head !== 'sealed'
      ? 'The newest entry has no seal yet: the next change makes one.'
      : 'The newest entry is sealed with a key that is not in the database, so that database access alone cannot rewrite it.',
    ViewDays === 0
      ? 'Today’s views are sealed at the end of the day.'
      : `The views of ${formatCount(ViewDays)} ${ViewDays === 1 ? 'day' : 'days'} are as they were when the day ended; today’s are not sealed yet.`,
    Anchors === 0
      ? 'No daily copy outside the database was compared yet.'
      : `${formatCount(Anchors)} daily ${Anchors === 1 ? 'copy' : 'copies'} outside the database ${Anchors === 1 ? 'agrees' : 'agree'}.`,
    AnchorsAreImmutable
      ? 'A policy of the storage keeps those copies from being changed.'
      : 'This storage does not keep those copies from being changed.',
  ];
}

function damages({ BrokenAt, ViewsBrokenOn, AnchorBrokenOn, Head }: Part): string[] {
  return [
    ...(BrokenAt === null
      ? []
      : [`Entry #${BrokenAt} is not as it was written, or is missing. From there on nothing is proved.`]),
    ...(Head === 'forged' ? ['The seal of the newest entry was not made by Handoff.'] : []),
    ...(ViewsBrokenOn === null
      ? []
      : [`Views of ${formatDay(ViewsBrokenOn)} were changed, removed or put in after that day.`]),
    ...(AnchorBrokenOn === null
      ? []
      : [`The history is not what the copy of ${formatDay(AnchorBrokenOn)} says: it was cut or rewritten.`]),
  ];
}

function countOf(count: number): string {
  if (count === 0) return 'There is no entry yet: nothing that could be altered,';
  return count === 1 ? 'The one entry is' : `All ${formatCount(count)} entries are`;
}
