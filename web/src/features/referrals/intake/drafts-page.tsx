import { Button } from '@mantine/core';
import { IconFilePencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Output } from '@handoff/shared/contract/endpoint';
import { draftsApi, MAX_DRAFTS } from '@handoff/shared/contract/referrals/drafts';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { type OfferedDraft, useMyDrafts } from '../../../data/drafts/use-draft.ts';
import { valueAt } from '../../../data/records/merge.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { showOffer } from '../../../data/toasts.ts';
import { useNow } from '../../../data/use-now.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { formatAge, formatDateTime } from '../../../text/format.ts';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { nameIn } from './earlier-drafts.tsx';

/** Referrals that were begun and left, to continue or discard. */
export function DraftsPage() {
  const drafts = useMyDrafts('new-referral');
  const remove = useAction(draftsApi.remove, { silent: true });
  const save = useAction(draftsApi.save, { silent: true });

  async function restore({ values }: OfferedDraft) {
    // A removed draft never returns under its own id.
    const body = { Id: crypto.randomUUID(), Form: 'new-referral', Values: JSON.stringify(values) } as const;
    const saved = await save.run({ body });
    if (saved.ok) await drafts.refresh();
  }

  async function discard(draft: OfferedDraft) {
    const removed = await remove.run({ body: { Id: draft.id } });
    if (!removed.ok) return;
    drafts.withdraw(draft.id);
    const text = `Discarded the draft of ${nameIn(draft)}.`;
    showOffer({ text, button: 'Undo', onTake: () => void restore(draft) });
  }

  return (
    <div className="page">
      <PageHeading title="Drafts">
        <Link to="/referrals" className="link">
          Back to referrals
        </Link>
      </PageHeading>
      <p className="soft">
        Only you can open your drafts; colleagues see that you have one, and nothing in it. The {MAX_DRAFTS}{' '}
        latest are kept, each for 7 days after its last change. A referral that another system sent waits here
        for 30 days until someone continues it.
      </p>
      <Reading of={drafts} lines={4}>
        {({ ColleaguesInfo }) => (
          <DraftsTable
            drafts={drafts.drafts}
            begun={ColleaguesInfo}
            onDiscard={(draft) => void discard(draft)}
          />
        )}
      </Reading>
    </div>
  );
}

type Begun = Output<typeof draftsApi.mine>['ColleaguesInfo'][number];

interface DraftsTableProps {
  drafts: readonly OfferedDraft[];
  /** Drafts of colleagues, whose content stays theirs. */
  begun: readonly Begun[];
  onDiscard: (draft: OfferedDraft) => void;
}

function DraftsTable({ drafts, begun, onDiscard }: DraftsTableProps) {
  const me = useCurrentPerson().name;
  const now = useNow();
  const { people } = useSettings();
  const own = drafts.map((draft): DraftRow => ({
    Id: draft.id,
    owner: draft.sentBy ?? me,
    savedAt: draft.savedAt,
    draft,
  }));
  const others = begun.map(({ Id, UserId, SavedAt }): DraftRow => ({
    Id,
    owner: people.find((person) => person.Id === UserId)?.FullName ?? 'Former staff member',
    savedAt: SavedAt,
    draft: undefined,
  }));
  return (
    <DataTable
      label="Drafts"
      rows={[...own, ...others]}
      columns={draftColumns({ now, onDiscard })}
      empty={
        <EmptyState icon={IconFilePencil} title="No drafts">
          A new referral that you leave can be kept here.
        </EmptyState>
      }
    />
  );
}

interface DraftRow {
  Id: string;
  owner: string;
  savedAt: string;
  /** Undefined for a colleague's. */
  draft: OfferedDraft | undefined;
}

interface DraftColumns extends Pick<DraftsTableProps, 'onDiscard'> {
  now: number;
}

const draftColumns = ({ now, onDiscard }: DraftColumns): Column<DraftRow>[] => [
  {
    title: 'Patient',
    cell: ({ draft, owner }) =>
      draft ? (
        <Link to="/referrals/new" search={{ draft: draft.id }} className="link">
          {nameIn(draft)}
        </Link>
      ) : (
        <span className="soft">Only {owner} can open it</span>
      ),
  },
  { title: 'Source', cell: ({ draft }) => draft && textAt(draft.values, 'Source.Organization') },
  { title: 'Owner', cell: ({ owner }) => owner, width: 180 },
  {
    title: 'Age',
    cell: ({ savedAt }) => <span title={formatDateTime(savedAt)}>{formatAge(savedAt, now)}</span>,
    width: 100,
  },
  {
    title: 'Actions',
    cell: ({ draft }) =>
      draft && (
        <Button
          size="compact-sm"
          aria-label={`Discard the draft of ${nameIn(draft)}`}
          onClick={() => onDiscard(draft)}
        >
          Discard
        </Button>
      ),
    width: 100,
  },
];

function textAt(values: object, path: string): string {
  const value = valueAt(values, path);
  return typeof value === 'string' ? value : '';
}
