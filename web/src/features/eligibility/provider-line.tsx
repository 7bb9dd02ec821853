import { api } from '@handoff/shared/contract/api';
import { AlertIcon } from '../../components/icons.tsx';
import { useRead } from '../../lib/use-read.ts';
import { providerName } from './eligibility-words.ts';

/** Who is asked; what is no answer of Medicare says so before the first one. */
export function ProviderLine() {
  const { data } = useRead(api.medicareEligibility.settings, {});
  if (!data) return <p className="check-provider soft">Names who answers, as soon as that is known.</p>;
  const { Provider, Label } = data.AskedOf;
  return (
    <div className="check-provider">
      <AnswerLabel label={Label} />
      <p className="soft">
        {Provider === 'sandbox'
          ? 'Made-up answers for trying things out. It takes test numbers only: 1EG4-TE5-MK00 to MK15.'
          : `Asks ${providerName(Provider)}. Each check is charged.`}
      </p>
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
