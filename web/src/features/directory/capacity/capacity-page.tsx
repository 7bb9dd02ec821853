import { IconAlertTriangle, IconCircleDashed, IconSquareX } from '@tabler/icons-react';
import { capacitiesApi } from '@handoff/shared/contract/capacities';
import { type Capacity, limitedPlace } from '@handoff/shared/domain/agency/capacity';
import { isValidOn } from '@handoff/shared/domain/agency/directory';
import { RecordPage } from '../../../ui/record-page/record-page.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { useMay, useToday } from '../../../data/current-person.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { formatDay } from '../../../text/format.ts';
import { ChangedCapacity, NewCapacityEntry } from './capacity-editor.tsx';

/** The disciplines that take few patients or none, by county and week. All others are open. */
export function CapacityPage() {
  const list = useRead(capacitiesApi.list, {});
  const { serviceNames } = useSettings();
  const today = useToday();
  const mayEdit = useMay('capacity.edit');
  const nameOf = ({ Discipline }: Capacity) => serviceNames([Discipline]).join();
  const rows = list.data?.CapacitiesInfo.toSorted(
    (a, b) =>
      Number(a.EndsOn < today) - Number(b.EndsOn < today) ||
      nameOf(a).localeCompare(nameOf(b)) ||
      limitedPlace(a).localeCompare(limitedPlace(b)),
  );
  const columns: Column<Capacity>[] = [
    { title: 'Discipline', cell: nameOf },
    { title: 'Where', cell: placeText, width: 220 },
    { title: 'Capacity', cell: pillOf, width: 150 },
    { title: 'From', cell: ({ StartsOn }) => formatDay(StartsOn), width: 110, phone: 'hidden' },
    { title: 'Until', cell: ({ EndsOn }) => formatDay(EndsOn), width: 110, phone: 'labeled' },
    { title: 'Note', cell: ({ Note }) => Note, width: 220, isWide: true, phone: 'hidden' },
  ];
  return (
    <RecordPage
      title="Capacity"
      noun="capacity"
      add="Limit a discipline"
      list={{ ...list, data: rows }}
      columns={columns}
      mayAdd={mayEdit}
      textOf={(row) => `${nameOf(row)} ${placeText(row)} ${row.Note}`}
      empty={{
        title: 'Every discipline is open',
        text: 'Say here which disciplines are limited or full in a county, and until when. Every open referral shows it at once.',
      }}
    >
      {({ row, rows: listed, isCreated, ...opened }) =>
        row ? (
          <ChangedCapacity {...opened} capacity={row} name={nameOf(row)} mayEdit={mayEdit} />
        ) : (
          !isCreated && <NewCapacityEntry {...opened} listed={listed} />
        )
      }
    </RecordPage>
  );
}

const placeText = (capacity: Capacity) =>
  capacity.County === '' ? `${capacity.State}, entire state` : `${limitedPlace(capacity)}, ${capacity.State}`;

const pillOf = (capacity: Capacity) => <CapacityPill capacity={capacity} />;

function CapacityPill({ capacity }: { capacity: Capacity }) {
  const { tone, text, Icon } = standing(capacity, useToday());
  return (
    <span className="pill" data-tone={tone}>
      <Icon size={14} aria-hidden="true" />
      {text}
    </span>
  );
}

function standing(capacity: Capacity, today: string) {
  const { Level, EndsOn } = capacity;
  if (EndsOn < today) return { tone: undefined, text: 'open again', Icon: IconCircleDashed };
  if (!isValidOn(capacity, today))
    return { tone: undefined, text: `${Level.toLowerCase()} soon`, Icon: IconCircleDashed };
  if (Level === 'Full') return { tone: 'red', text: 'full', Icon: IconSquareX };
  return { tone: 'orange', text: 'limited', Icon: IconAlertTriangle };
}
