import type { ReactNode } from 'react';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { formatDateTime, placeName } from '../../../lib/format/format.ts';
import { useSettings } from '../../../lib/use-settings.ts';
import styles from './referral.module.css';
import type { useRevealedNumbers } from './use-revealed-numbers.ts';

interface OverviewTabProps {
  referral: Referral;
  shown: ReturnType<typeof useRevealedNumbers>['shown'];
}

/** What intake wrote down; who it is about and where it came from stand in the head and in the rail. */
export function OverviewTab({ referral, shown }: OverviewTabProps) {
  const { Address, Payers, Services, ClinicalSummary, Decision } = referral;
  return (
    <div className={styles['overview']}>
      <Facts title="Patient">
        <Fact name="Address">
          {Address.StreetAddress} {Address.Unit}
          {!Address.InFile && <div className="soft small">Street not in the imported file</div>}
        </Fact>
        <Fact name="County">{placeName(Address.County)}</Fact>
      </Facts>
      <Facts title="Services">
        <Fact name="Services">{useSettings().serviceNames(Services).join(', ')}</Fact>
        {Decision.Comment !== '' && <Fact name="Decision">{Decision.Comment}</Fact>}
        <Fact name="Last change">
          {formatDateTime(referral.UpdatedAt)} by {referral.UpdatedBy.FullName}
        </Fact>
      </Facts>
      <Facts title="Payers">
        {Payers.map((payer, index) => (
          <Fact key={`${payer.Name}${payer.MemberId}`} name={ranks[index] ?? `Payer ${index + 1}`}>
            {payer.Name}
            {payer.Plan !== '' && <>, {payer.Plan}</>}
            {payer.MemberId !== '' && (
              <div className="soft number">Member {shown?.MemberIds[index] ?? payer.MemberId}</div>
            )}
          </Fact>
        ))}
        {Payers.length === 0 && <Fact name="Primary">{''}</Fact>}
      </Facts>
      <section>
        <h2>Clinical summary</h2>
        {ClinicalSummary === '' ? <p className="soft">Nothing written.</p> : <p>{ClinicalSummary}</p>}
      </section>
    </div>
  );
}

const ranks = ['Primary', 'Secondary'];

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <dl className="facts">{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="number">{children === '' ? <span className="soft">–</span> : children}</dd>
    </>
  );
}
