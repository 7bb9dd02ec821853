import { Button, Group, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import { accessReviewApi } from '@handoff/shared/contract/people/access-review';
import {
  INACTIVE_AFTER_DAYS,
  REVIEW_EVERY_DAYS,
  type ReviewedAccess,
} from '@handoff/shared/domain/access/access-review';
import { effectiveRights } from '@handoff/shared/domain/access/role';
import { ExportButton } from '../../../ui/csv/export-button.tsx';
import { FilterChoice } from '../../../ui/inputs/filter-bar.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useDownload } from '../../../data/send/download.ts';
import type { InputOf } from '../../../data/send/client.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { useCurrentPerson, useMay } from '../../../data/current-person.ts';
import { AccessReviewTable } from './access-review-table.tsx';
import { withConfirmed } from './confirmed-access.ts';
import type { AccessReviewSearch } from './people-search.ts';
import { Rights } from './person-panel.tsx';

/** The agency, in the form of the API. */
export type OfAgency = InputOf<typeof accessReviewApi.accessReview>['query'];

/** The people with access to an agency, for a manager to confirm or remove. Those due for review come first. */
export function AccessReviewPage() {
  const { all, agencies, id, name } = useReviewedAgency();
  const { domain } = useCurrentPerson();
  const navigate = useNavigate();
  const of: OfAgency = id === undefined || id === domain?.Id ? {} : { BusinessDomainId: id };
  return (
    <div className="page">
      <PageHeading title="Access review">
        <div className="page-head-actions">
          {agencies.length > 1 && (
            <FilterChoice
              label="Agency"
              isLabelHidden
              value={id}
              options={agencies.map(({ Id, Name }) => ({ value: Id, label: Name }))}
              onChange={(chosen) => void navigate({ to: '.', search: { agency: chosen }, replace: true })}
            />
          )}
          {id !== undefined && <ExportReview of={of} />}
        </div>
      </PageHeading>
      {id === undefined ? (
        <Reading of={all}>{() => <NoAgency />}</Reading>
      ) : (
        <Review key={id} of={of} agencyName={name} />
      )}
    </div>
  );
}

/**
 * A manager reviews the current agency. An administrator chooses among all, starting with the first when they work in
 * none.
 */
function useReviewedAgency() {
  const { domain } = useCurrentPerson();
  const { agency }: AccessReviewSearch = useSearch({ strict: false });
  const mayChoose = useMay('agencies.manage');
  const all = useRead(businessDomainsApi.list, mayChoose ? {} : null);
  const agencies = all.data?.BusinessDomainsInfo.filter(({ Archived }) => !Archived) ?? [];
  const id = agency ?? domain?.Id ?? agencies[0]?.Id;
  const name = agencies.find(({ Id }) => Id === id)?.Name ?? domain?.Name ?? 'the agency';
  return { all, agencies, id, name };
}

const NoAgency = () => (
  <EmptyState title="No agency yet">Access is reviewed agency by agency. Create one first.</EmptyState>
);

function ExportReview({ of }: { of: OfAgency }) {
  const download = useDownload(accessReviewApi.accessReviewFile);
  return <ExportButton isPending={download.isPending} onExport={() => void download.run({ query: of })} />;
}

function Review({ of, agencyName }: { of: OfAgency; agencyName: string }) {
  const review = useRead(accessReviewApi.accessReview, { query: of });
  const { id: me } = useCurrentPerson();
  const { person }: AccessReviewSearch = useSearch({ strict: false });
  return (
    <Reading
      of={review}
      isEmpty={({ AccessReviewInfo }) => AccessReviewInfo.length === 0}
      empty={
        <EmptyState title="No one has access to this agency">
          An administrator gives roles under Users and access.
        </EmptyState>
      }
    >
      {({ AccessReviewInfo: everyone }) => {
        const own = everyone.find(({ Id }) => Id === me);
        const others = everyone.filter((access) => access !== own);
        const chosen = others.find(({ Id }) => Id === person);
        return (
          <Stack>
            <p className="soft">{leadText(everyone)}</p>
            {own && <OwnAccess access={own} />}
            <div className="split">
              <AccessReviewTable
                {...{ rows: others, of, agencyName, current: chosen?.Id }}
                onConfirmed={(answer) => review.put((former) => withConfirmed(former, answer))}
              />
              {chosen && <RightsPanel access={chosen} agencyName={agencyName} />}
            </div>
          </Stack>
        );
      }}
    </Reading>
  );
}

function leadText(everyone: readonly ReviewedAccess[]): string {
  const due = everyone.filter(({ IsDue }) => IsDue).length;
  const inactive = everyone.filter(({ IsInactive }) => IsInactive).length;
  const counts = `${due} of ${everyone.length} to review${inactive > 0 ? `, ${inactive} not seen for ${INACTIVE_AFTER_DAYS} days` : ''}.`;
  return `${counts} Access is reviewed every ${REVIEW_EVERY_DAYS} days and after each role change.`;
}

const OwnAccess = ({ access: { RoleWithinAgency, IsDue } }: { access: ReviewedAccess }) => (
  <p className="card">
    <b>
      Your own access ({RoleWithinAgency}){IsDue && ' is due'}
    </b>
    . You cannot confirm your own access. Ask another manager or an administrator.
  </p>
);

/** All permissions that one person's roles add up to. */
function RightsPanel({ access, agencyName }: { access: ReviewedAccess; agencyName: string }) {
  const navigate = useNavigate();
  const { FullName, Email, RoleWithinAgency, SystemRole } = access;
  const rights = effectiveRights({ RoleWithinAgency, SystemRole });
  const close = () =>
    void navigate({
      to: '.',
      search: ({ person: _closed, ...search }: AccessReviewSearch) => search,
      replace: true,
    });
  return (
    <Stack component="section" className="card" aria-label={`What ${FullName} may do in ${agencyName}`}>
      <header>
        <h2>{FullName}</h2>
        <p className="soft small">{Email}</p>
      </header>
      <Rights before={rights} after={rights} />
      <Group component="footer" justify="flex-end">
        <Button onClick={close}>Close</Button>
      </Group>
    </Stack>
  );
}
