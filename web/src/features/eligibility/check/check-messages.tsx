import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { useMay } from '../../../data/current-person.ts';
import type { RecentCheck } from '@handoff/shared/contract/errors';
import type { CallError } from '../../../data/send/call-error.ts';
import { formatDateTime } from '../../../text/format.ts';
import { RequestId } from '../../../ui/feedback/page-states.tsx';
import type { CheckAnswer } from './use-check.ts';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { useRead } from '../../../data/records/use-read.ts';
import { providerName } from '../../../text/labels/eligibility-labels.ts';

/** Shown when Medicare or our own validation rejects the entries. There is no verdict, and nothing is lost. */
export function WrongInput({ findings }: { findings: CheckAnswer['Findings'] }) {
  if (findings.length === 0) return null;
  return (
    <section role="alert" className="notice">
      <b>Correct what was entered, then check again.</b>
      <ul className="bullets">
        {findings.map(({ Text }) => (
          <li key={Text}>{Text}</li>
        ))}
      </ul>
      <p className="soft">This does not tell you whether the person is eligible.</p>
    </section>
  );
}

interface NotAnsweredProps {
  error: CallError | undefined;
  isPending: boolean;
  /** Checks again despite a recent response. */
  onAsk: () => void;
  /** The check whose response is already on the page. */
  shownId?: string | undefined;
}

/** Says why there is no response: a check a moment ago, or a check that was not completed. */
export function NotAnswered({ error, ...rest }: NotAnsweredProps) {
  if (!error) return null;
  if (error.recent) return <AskedAlready recent={error.recent} {...rest} />;
  return <NotCompleted error={error} {...rest} />;
}

/** An error, never "not eligible". Checking again may cost another charge, so the person decides. */
function NotCompleted({ error, isPending, onAsk }: NotAnsweredProps & { error: CallError }) {
  return (
    <section role="alert" className="notice" data-tone="red">
      <b>The check was not completed</b>
      <p>{error.message}</p>
      <p className="soft">It is not known whether the person is eligible now.</p>
      <RequestId id={error.requestId} />
      <Button size="xs" loading={isPending} onClick={onAsk}>
        Try again
      </Button>
    </section>
  );
}

function AskedAlready({
  recent,
  isPending,
  onAsk,
  shownId,
}: { recent: RecentCheck } & Omit<NotAnsweredProps, 'error'>) {
  const isShown = recent.CheckId === shownId;
  return (
    <section role="alert" className="notice">
      <b>This was checked a few minutes ago</b>
      <p>
        {isShown
          ? 'Its response is below.'
          : `${recent.CheckedBy.FullName} ran the same check on ${formatDateTime(recent.CheckedAt)}.`}{' '}
        Checking again costs another charge.
      </p>
      <Group gap="lg" mt="xs">
        {!isShown && (
          // The page forwards to the one that fits the verdict.
          <Link to="/admin/medicareeligible" search={{ check: recent.CheckId }} className="link">
            Use that response
          </Link>
        )}
        <Button size="xs" loading={isPending} onClick={onAsk}>
          Check again with Medicare
        </Button>
      </Group>
    </section>
  );
}

/** The referral was changed after the check, so Medicare's response belongs to the former data. */
export function AskedForEarlier({ check }: { check: PastCheck }) {
  const mayCheck = useMay('eligibility.check');
  const differs = check.ReferralDiffers ?? [];
  if (check.ReferralId === null || differs.length === 0) return null;
  return (
    <section className="notice" aria-label="Changed since">
      <b>Checked with different patient information ({new Intl.ListFormat('en-US').format(differs)})</b>
      <p>The referral says otherwise now, so this response may not hold for it.</p>
      {mayCheck && (
        <Link to="/eligibility" search={{ referral: check.ReferralId }} className="link">
          Check as the referral is now
        </Link>
      )}
    </section>
  );
}

/** Names the provider, and says before the first check if its responses are not Medicare's. */
export function ProviderLine() {
  const { data } = useRead(medicareEligibilityApi.settings, {});
  if (!data) return <p className="soft">Shows who responds once that is known.</p>;
  const { Provider, Label } = data.AskedOf;
  return (
    <div>
      <AnswerLabel label={Label} />
      <p className="soft">
        {Provider === 'sandbox'
          ? 'Practice mode with made-up responses. Use a test number from 1EG4-TE5-MK00 to MK15.'
          : `Checks with ${providerName(Provider)}. Each check is charged.`}
      </p>
    </div>
  );
}

export function AnswerLabel({ label }: { label: string | null }) {
  if (label === null) return null;
  return (
    <Group component="p" mb="sm">
      <span className="pill" data-tone="violet">
        <IconAlertTriangle size={16} aria-hidden="true" /> {label}
      </span>
    </Group>
  );
}
