import { Button } from '@mantine/core';
import { IconFilePencil } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
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
  const drafts = useMyDrafts('new-referral', { names: true });
  const navigate = useNavigate();
  const remove = useAction(draftsApi.remove, { silent: true });
  const take = useAction(draftsApi.takeOver, { silent: true });
  const save = useAction(draftsApi.save, { silent: true });

  async function restore({ values }: OfferedDraft) {
    // A removed draft never returns under its own id.
    const body = { Id: crypto.randomUUID(), Form: 'new-referral', Values: JSON.stringify(values) } as const;
    const saved = await save.run({ body });
    if (saved.ok) await drafts.refresh();
  }

  async function takeOver(id: string) {
    const taken = await take.run({ body: { Id: id } });
    await drafts.refresh();
    if (taken.ok) void navigate({ to: '/referrals/new', search: { draft: id } });
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
        Drafts belong to the agency: colleagues see whom you have begun, and can take a draft over. Of each
        person the {MAX_DRAFTS} latest are kept, for 7 days after their last change. A referral that another
        system sent waits here for 30 days until someone continues it.
      </p>
      <Reading of={drafts} lines={4}>
        {({ ColleaguesInfo }) => (
          <DraftsTable
            drafts={drafts.drafts}
            begun={ColleaguesInfo}
            onDiscard={(draft) => void discard(draft)}
            onTakeOver={(id) => void takeOver(id)}
          />
        )}
      </Reading>
    </div>
  );
}

type Begun = Output<typeof draftsApi.mine>['ColleaguesInfo'][number];

interface DraftsTableProps {
  drafts: readonly OfferedDraft[];
  /** Drafts of colleagues. */
  begun: readonly Begun[];
  onDiscard: (draft: OfferedDraft) => void;
  onTakeOver: (id: string) => void;
}

function DraftsTable({ drafts, begun, onDiscard, onTakeOver }: DraftsTableProps) {
  const me = useCurrentPerson().name;
  const now = useNow();
  const { people } = useSettings();
  const own = drafts.map((draft): DraftRow => ({
    Id: draft.id,
    owner: draft.sentBy ?? me,
    savedAt: draft.savedAt,
    patient: nameIn(draft),
    draft,
  }));
  const others = begun.map(({ Id, UserId, SavedAt, Patient }): DraftRow => ({
    Id,
    owner: people.find((person) => person.Id === UserId)?.FullName ?? 'Former staff member',
    savedAt: SavedAt,
    patient: Patient || 'New referral',
    draft: undefined,
  }));
  return (
    <DataTable
      label="Drafts"
      rows={[...own, ...others]}
      columns={draftColumns({ now, onDiscard, onTakeOver })}
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
  patient: string;
  /** Undefined for a colleague's. */
  draft: OfferedDraft | undefined;
}

interface DraftColumns extends Pick<DraftsTableProps, 'onDiscard' | 'onTakeOver'> {
  now: number;
}

const draftColumns = ({ now, onDiscard, onTakeOver }: DraftColumns): Column<DraftRow>[] => [
  {
    title: 'Patient',
    cell: ({ draft, patient }) =>
      draft ? (
        <Link to="/referrals/new" search={{ draft: draft.id }} className="link">
          {patient}
        </Link>
      ) : (
        patient
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
    cell: ({ Id, draft, patient, owner }) =>
      draft ? (
        <Button
          size="compact-sm"
          aria-label={`Discard the draft of ${patient}`}
          onClick={() => onDiscard(draft)}
        >
          Discard
        </Button>
      ) : (
        <Button
          size="compact-sm"
          aria-label={`Take over the draft of ${patient} from ${owner}`}
          onClick={() => onTakeOver(Id)}
        >
          Take over
        </Button>
      ),
    width: 120,
  },
];

function textAt(values: object, path: string): string {
  const value = valueAt(values, path);
  return typeof value === 'string' ? value : '';
}
