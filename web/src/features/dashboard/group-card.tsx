import { Group } from '@mantine/core';
import { useId, useState } from 'react';
import type { Figures } from '@handoff/shared/domain/referral/figures';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { formatCount } from '../../text/format.ts';
import { useSettings } from '../../data/use-settings.ts';
import { Switch } from './chart-card.tsx';
import { minutesText, receivedList, shareText } from './lists-of-figures.ts';

const kinds = [
  { value: 'Sources', name: 'Source', title: 'Source', field: 'organization' },
  { value: 'SourceKinds', name: 'Kind', title: 'Kind of source', field: 'source' },
  { value: 'Channels', name: 'Way', title: 'Way in', field: 'channel' },
  { value: 'Payers', name: 'Payer', title: 'Payer', field: 'payer' },
  { value: 'Counties', name: 'County', title: 'County', field: 'county' },
] as const;
type Kind = (typeof kinds)[number]['value'];
type Row = Figures['Sources'][number] & { Id: string };

/** The same figures by who refers, how it came in, payer and county. */
export function GroupCard({ figures }: { figures: Figures }) {
  const [kind, setKind] = useState<Kind>('Sources');
  const titleId = useId();
  const { title, field } = kinds.find(({ value }) => value === kind) ?? kinds[0];
  const rows: Row[] = figures[kind].map((group) => ({ Id: `${group.State} ${group.Name}`, ...group }));
  return (
    <section className="card" aria-labelledby={titleId}>
      <Group component="header" gap="sm" align="baseline" mb="md">
        <h2 id={titleId}>By {title.toLowerCase()}</h2>
        {kind === 'Payers' && <span className="soft small">a referral with two payers counts in both</span>}
        <Switch label="Group by" chosen={kind} options={kinds} onChoose={setKind} />
      </Group>
      <DataTable
        label={`Referrals by ${title.toLowerCase()}`}
        rows={rows}
        columns={useColumns(title)}
        link={({ Name, State }) =>
          receivedList(figures, { [field]: Name, ...(State !== undefined && { state: State }) })
        }
        empty={<p className="soft small">No referrals were received in this time.</p>}
      />
    </section>
  );
}

function useColumns(title: string): Column<Row>[] {
  const { reading } = useSettings();
  const reasons = new Map(reading.data?.SettingsDeclineReasonsInfo.map(({ Id, Name }) => [Id, Name]));
  return [
    { title, cell: ({ Name, State }) => [State, Name || 'Not entered'].filter(Boolean).join(' ') },
    { title: 'Received', cell: ({ Received }) => formatCount(Received), align: 'end', width: 90 },
    {
      title: 'Accepted',
      cell: ({ Accepted, Declined }) => shareText(Accepted, Accepted + Declined),
      align: 'end',
      width: 90,
    },
    {
      title: 'Median answer',
      cell: ({ MedianMinutes }) => minutesText(MedianMinutes),
      align: 'end',
      width: 110,
    },
    {
      title: 'Late',
      cell: ({ Answered, InTime, Overdue }) => formatCount(Answered + Overdue - InTime),
      align: 'end',
      width: 70,
    },
    { title: 'Declined', cell: ({ Declined }) => formatCount(Declined), align: 'end', width: 80 },
    {
      title: 'Declined because of',
      cell: ({ Reasons }) =>
        Reasons.map(({ Reason, Count }) => `${reasons.get(Reason) ?? Reason} ${formatCount(Count)}`).join(
          ', ',
        ),
      width: 320,
    },
  ];
}
