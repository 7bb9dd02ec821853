import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { AlertIcon } from '../../components/icons.tsx';
import { providerName } from './eligibility-words.ts';

/** Who is asked, as the last check tells it; what is no answer of Medicare says so first. */
export function ProviderLine({ recent }: { recent: readonly PastCheck[] }) {
  const last = recent.find(({ Provider }) => Provider !== 'pasted');
  if (!last) return <p className="soft check-provider">The answer names who gave it.</p>;
  return (
    <div className="check-provider">
      <AnswerLabel label={last.Label} />
      <p className="soft">Asks {providerName(last.Provider)}.</p>
    </div>
  );
}

export function AnswerLabel({ label }: { label: string | null }) {
  if (label === null) return null;
  return (
    <p className="answer-label">
      <AlertIcon size={16} /> {label}
    </p>
  );
}
