import { Group } from '@mantine/core';
import type { Output } from '@handoff/shared/contract/endpoint';
import { MAX_WEBHOOKS, type WebhookDelivery } from '@handoff/shared/domain/agency/webhook';
import { webhooksApi } from '@handoff/shared/contract/webhooks';
import { RecordPage } from '../../../ui/record-page/record-page.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { formatAge } from '../../../text/format.ts';
import { useNow } from '../../../data/use-now.ts';
import { WebhookEditor } from './webhook-editor.tsx';
import { addressText, deliveryColor, deliveryText, eventWords } from '../../../text/labels/webhook-labels.ts';

type Listed = Output<typeof webhooksApi.list>['WebhooksInfo'][number];

/** The systems that are notified of referral events, and whether deliveries succeed. */
export function WebhooksPage() {
  const list = useRead(webhooksApi.list, {});
  const webhooks = list.data?.WebhooksInfo;
  return (
    <RecordPage
      title="Webhooks"
      noun="webhook"
      list={{ ...list, data: webhooks }}
      columns={columns}
      mayAdd={webhooks !== undefined && webhooks.length < MAX_WEBHOOKS}
      empty={{
        text: 'Another system, such as your EHR, is notified within two minutes when a referral is created or decided, or its eligibility changes. Requests are signed and carry ids, nothing of a patient.',
      }}
    >
      {({ row, isCreated, onShow, onCreated, onGone }) => (
        <WebhookEditor
          webhook={row}
          isNew={isCreated}
          onClose={() => onShow(undefined)}
          {...{ onCreated, onGone }}
        />
      )}
    </RecordPage>
  );
}

function LastDelivery({ of: last }: { of: WebhookDelivery | null }) {
  const now = useNow();
  if (!last) return <span className="soft">Nothing sent yet</span>;
  return (
    <Group component="span" gap="sm" align="stretch">
      <StatusMark name={deliveryText(last)} color={deliveryColor(last)} />
      <span className="soft">{formatAge(last.At, now)}</span>
    </Group>
  );
}

const columns: Column<Listed>[] = [
  { title: 'Address', cell: ({ Url }) => addressText(Url) },
  {
    title: 'Events',
    cell: ({ Events }) => Events.map((event) => eventWords[event]).join(', '),
    isWide: true,
    phone: 'hidden',
  },
  { title: 'Last delivery', width: 260, cell: ({ LastDelivery: last }) => <LastDelivery of={last} /> },
  {
    title: 'State',
    width: 90,
    phone: 'corner',
    cell: ({ Active }) => <StatusMark name={Active ? 'On' : 'Off'} color={Active ? 'green' : 'gray'} />,
  },
];
