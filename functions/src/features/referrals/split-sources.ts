import { formerKinds, channels } from '@handoff/shared/domain/referral/referral-fields';
import type { JobContext } from '../../core/context.ts';
import { fieldChanges } from '../../records/field-changes.ts';
import { sealedReferralKind } from '../../records/kinds/referral-records.ts';
import { listAll } from '../../records/reader.ts';
import { oneOf, select } from '../../records/select.ts';
import { inAgenciesWith } from '../../writes/job-context.ts';

const withChannelAsKind = select(sealedReferralKind, { where: { Source: { Kind: oneOf(formerKinds) } } });

/**
 * Takes apart who referred and how it came, of referrals that are older than 0.2: their kind may name the channel. The
 * channel is kept; who referred was not recorded and becomes `Other`. The job of retention runs it.
 */
export async function splitSources(job: JobContext): Promise<void> {
  await inAgenciesWith(job, [withChannelAsKind], {
    event: 'purge-failed',
    work: async ({ Id: domainId }) => {
      for (const { Id } of await listAll(job.find(domainId), withChannelAsKind))
        await job.atomic(
          { job: 'sources', as: 'Handoff', work: ['source', Id], domainId },
          async ({ work }) => {
            const referral = await work.get(sealedReferralKind, Id);
            const Channel = channels.find((channel) => channel === referral?.Source.Kind);
            if (!referral || !Channel) return;
            const Source = { ...referral.Source, Kind: 'Other' as const, Channel };
            work.replace(sealedReferralKind, referral, { ...referral, Source });
            const changes = fieldChanges({ Source: referral.Source }, { Source });
            work.record({ action: 'referral.updated', subject: Id, changes, topic: 'referral' });
          },
        );
    },
  });
}
