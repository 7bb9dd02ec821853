import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { readmissionStopsApi } from '@handoff/shared/contract/referrals/readmission-stops';
import type { ReadmissionStop } from '@handoff/shared/domain/referral/readmission-stop';
import { EditorFrame } from '../../../ui/record-page/editor-frame.tsx';
import { NEW } from '../../../ui/record-page/entity-search.ts';
import frame from '../../../ui/record-page/list-and-editor.module.css';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { formatCount, formatDay } from '../../../text/format.ts';
import { ChangedStop, NewStop } from './stop-editor.tsx';

const route = getRouteApi('/do-not-readmit');

/** Patients whom the agency must not admit again; their referrals show a warning. */
export function ReadmissionPage() {
  const { edit, referral } = route.useSearch();
  const list = useRead(readmissionStopsApi.list, {});
  const navigate = useNavigate();
  const stops = list.data?.ReadmissionStopsInfo;
  const chosen = stops?.find(({ Id }) => Id === edit);
  const show = (id: string | undefined, how?: { replace: true; ignoreBlocker: true }) =>
    void navigate({ to: '/do-not-readmit', search: { edit: id }, ...how });
  const close = () => show(undefined);
  function onSaved() {
    void list.refresh();
  }
  function onGone() {
    onSaved();
    show(undefined, { replace: true, ignoreBlocker: true });
  }
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => show(NEW)}>
      Add patient
    </Button>
  );
  return (
    <div className={frame['page']}>
      <section className={frame['list']}>
        <PageHeading title="Do not readmit">
          {stops && <span className="soft number">{formatCount(stops.length)}</span>}
          {stops && stops.length > 0 && <div className="page-head-actions">{add}</div>}
        </PageHeading>
        <Reading
          of={list}
          isEmpty={({ ReadmissionStopsInfo }) => ReadmissionStopsInfo.length === 0}
          empty={
            <EmptyState title="No one is on this list" actions={edit === undefined && add}>
              Put patients here whom this agency must not take again. Whoever opens or types a referral for
              one of them sees the reason; the note is for managers only.
            </EmptyState>
          }
        >
          {({ ReadmissionStopsInfo }) => (
            <DataTable
              label="Do not readmit"
              rows={ReadmissionStopsInfo}
              columns={columns}
              link={({ Id }) => ({ to: '/do-not-readmit', search: { edit: Id } })}
              current={chosen?.Id}
            />
          )}
        </Reading>
      </section>
      <EditorFrame label="Edit entry" docked={frame['docked']} onClose={close}>
        {edit === NEW && (
          <NewStop
            key={referral}
            referralId={referral}
            listed={stops ?? []}
            onClose={close}
            onSaved={onGone}
          />
        )}
        {chosen && (
          <ChangedStop key={chosen.Id} stop={chosen} onClose={close} onSaved={onSaved} onGone={onGone} />
        )}
      </EditorFrame>
    </div>
  );
}

const columns: Column<ReadmissionStop>[] = [
  { title: 'Patient', cell: ({ Patient }) => `${Patient.LastName}, ${Patient.FirstName}` },
  { title: 'Born', width: 120, cell: ({ Patient }) => formatDay(Patient.DateOfBirth) },
  { title: 'Reason', width: 180, cell: ({ Reason }) => Reason },
  { title: 'Until', width: 120, cell: ({ EndsOn }) => (EndsOn === null ? '' : formatDay(EndsOn)) },
  { title: 'Added by', width: 180, phone: 'hidden', cell: ({ By }) => By.FullName },
];
