import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { Coverage } from '@handoff/shared/domain/eligibility/result';
import { CareCards } from './care-cards.tsx';
import { ExtraCards } from './extra-cards.tsx';
import { PartCards } from './part-cards.tsx';
import { PlanCards } from './plan-cards.tsx';

export interface CoverageProps {
  coverage: Coverage;
  /** The date of service. */
  day: string;
}

/** Everything Medicare said about coverage, whether it matters today or not. */
export function CoverageSection({ check }: { check: FullPastCheck }) {
  const { Coverage: coverage, DateOfService: day } = check;
  return (
    <section aria-labelledby="coverage-title">
      <h2 id="coverage-title" className="result-title">
        What Medicare has on file
      </h2>
      {coverage ? (
        <div className="coverage">
          <PartCards {...{ coverage, day }} />
          <PlanCards {...{ coverage, day }} />
          <CareCards {...{ coverage, day }} />
          <ExtraCards {...{ coverage, day }} />
        </div>
      ) : (
        <p className="soft">The answer held no coverage lines.</p>
      )}
    </section>
  );
}
