import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { Coverage } from '@handoff/shared/domain/eligibility/result';
import { CareCards } from './care-cards.tsx';
import { ExtraCards } from './extra-cards.tsx';
import { PartCards } from './part-cards.tsx';
import { AdvantageCard, PlanCards } from './plan-cards.tsx';
import { GuardedPart } from '../../../../ui/feedback/guarded.tsx';
import styles from './coverage.module.css';

export interface CoverageProps {
  coverage: Coverage;
  /** The date of service. */
  day: string;
}

/** All coverage that Medicare reported, whether it matters today or not. */
export function CoverageSection({ check }: { check: FullPastCheck }) {
  const { Coverage: coverage, DateOfService: day } = check;
  return (
    <section aria-labelledby="coverage-title">
      <h2 id="coverage-title" className="section-title">
        What Medicare has on file
      </h2>
      {coverage ? (
        <>
          <div className={styles['main']}>
            <GuardedPart of={coverage}>
              <PartCards {...{ coverage, day }} />
            </GuardedPart>
            <GuardedPart of={coverage}>
              <AdvantageCard {...{ coverage, day }} />
            </GuardedPart>
            <GuardedPart of={coverage}>
              <CareCards {...{ coverage, day }} />
            </GuardedPart>
          </div>
          <div className={styles['coverage']}>
            <GuardedPart of={coverage}>
              <PlanCards {...{ coverage, day }} />
            </GuardedPart>
            <GuardedPart of={coverage}>
              <ExtraCards {...{ coverage, day }} />
            </GuardedPart>
          </div>
          <NothingOnFile coverage={coverage} />
        </>
      ) : (
        <p className="soft">The response has no coverage lines.</p>
      )}
    </section>
  );
}

/** Names the kinds that Medicare has no record of, because their absence would look like an oversight. */
function NothingOnFile({ coverage }: { coverage: Coverage }) {
  const looked: [what: string, lines: number][] = [
    ['a primary payer (MSP)', coverage.SecondaryPayers.length],
    ['Part D', coverage.PartD.length],
    ['Medicaid or a Medicare Savings Program', coverage.Assistance.length],
  ];
  const absent = looked.filter(([, lines]) => lines === 0).map(([what]) => what);
  if (absent.length === 0) return null;
  return <p className="soft">Nothing on file about {anyOf.format(absent)}.</p>;
}

const anyOf = new Intl.ListFormat('en-US', { type: 'disjunction' });
