import { getRouteApi } from '@tanstack/react-router';
import type { ReadmissionStop } from '@handoff/shared/domain/referral/readmission-stop';
import { readmissionStopsApi } from '@handoff/shared/contract/referrals/readmission-stops';
import { RecordPage } from '../../../ui/record-page/record-page.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { formatDay } from '../../../text/format.ts';
import { ChangedStop, NewStop } from './stop-editor.tsx';

const route = getRouteApi('/do-not-readmit');

/** Patients whom the agency must not admit again; their referrals show a warning. */
export function ReadmissionPage() {
  const { referral } = route.useSearch();
  const list = useRead(readmissionStopsApi.list, {});
  return (
    <RecordPage
      title="Do not readmit"
      noun="entry"
      add="Add patient"
      list={{ ...list, data: list.data?.ReadmissionStopsInfo }}
      columns={columns}
      mayAdd
      empty={{
        title: 'No one is on this list',
        text: 'Put patients here whom this agency must not take again. Whoever opens or types a referral for one of them sees the reason; the note is for managers only.',
      }}
    >
      {({ row, rows, onShow, onGone }) =>
        row ? (
          <ChangedStop stop={row} onClose={() => onShow(undefined)} onGone={onGone} />
        ) : (
          <NewStop
            key={referral}
            referralId={referral}
            listed={rows}
            onClose={() => onShow(undefined)}
            onSaved={onGone}
          />
        )
      }
    </RecordPage>
  );
}

const columns: Column<ReadmissionStop>[] = [
  { title: 'Patient', cell: ({ Patient }) => `${Patient.LastName}, ${Patient.FirstName}` },
  { title: 'Born', width: 120, cell: ({ Patient }) => formatDay(Patient.DateOfBirth) },
  { title: 'Reason', width: 180, cell: ({ Reason }) => Reason },
  { title: 'Until', width: 120, cell: ({ EndsOn }) => (EndsOn === null ? '' : formatDay(EndsOn)) },
  { title: 'Added by', width: 180, phone: 'hidden', cell: ({ By }) => By.FullName },
];
