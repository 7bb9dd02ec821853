import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { webhooksApi } from '@handoff/shared/contract/webhooks';
import type { Output } from '@handoff/shared/contract/endpoint';
import { MAX_WEBHOOKS, type WebhookDelivery } from '@handoff/shared/domain/agency/webhook';
import { EditorFrame } from '../../../ui/record-page/editor-frame.tsx';
import frame from '../../../ui/record-page/list-and-editor.module.css';
import { NEW } from '../../../ui/record-page/entity-search.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { formatAge } from '../../../text/format.ts';
import { useNow } from '../../../data/use-now.ts';
import { WebhookEditor } from './webhook-editor.tsx';
import { addressText, deliveryColor, deliveryText, eventWords } from '../../../text/labels/webhook-labels.ts';
import styles from './webhooks.module.css';

type Listed = Output<typeof webhooksApi.list>['WebhooksInfo'][number];

/** The systems that are notified of referral events, and whether deliveries succeed. */
export function WebhooksPage() {
  const list = useRead(webhooksApi.list, {});
  const { edit }: { edit?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [created, setCreated] = useState<string | undefined>();
  const show = (id: string | undefined, how?: { replace: true; ignoreBlocker: true }) =>
    void navigate({ to: '/admin/webhooks', search: id === undefined ? {} : { edit: id }, ...how });
  const webhooks = list.data?.WebhooksInfo;
  const chosen = webhooks?.find(({ Id }) => Id === edit);
  const add = (
    <Button
      leftSection={<IconPlus size={16} />}
      disabled={webhooks !== undefined && webhooks.length >= MAX_WEBHOOKS}
      onClick={() => show(NEW)}
    >
      Add webhook
    </Button>
  );
  return (
    <div className={frame['page']}>
      <section className={frame['list']}>
        <PageHeading title="Webhooks">
          {webhooks && webhooks.length > 0 && <div className="page-head-actions">{add}</div>}
        </PageHeading>
        <Reading
          of={list}
          isEmpty={({ WebhooksInfo }) => WebhooksInfo.length === 0}
          empty={<NoWebhooks action={add} />}
        >
          {({ WebhooksInfo }) => (
            <DataTable
              label="Webhooks"
              rows={WebhooksInfo}
              columns={columns}
              link={({ Id }) => ({ to: '/admin/webhooks', search: { edit: Id } })}
              current={chosen?.Id}
            />
          )}
        </Reading>
      </section>
      <EditorFrame label="Edit webhook" docked={frame['docked']} onClose={() => show(undefined)}>
        {webhooks && (edit === NEW || chosen) && (
          <WebhookEditor
            key={edit}
            webhook={chosen}
            isNew={chosen?.Id === created}
            onClose={() => show(undefined)}
            onCreated={(id) => {
              setCreated(id);
              void list.refresh().then(() => show(id, { replace: true, ignoreBlocker: true }));
            }}
          />
        )}
      </EditorFrame>
    </div>
  );
}

const NoWebhooks = ({ action }: { action: ReactNode }) => (
  <EmptyState title="No webhooks yet" actions={action}>
    Another system, such as your EHR, is notified within two minutes when a referral is created or decided, or
    its eligibility changes. Requests are signed and carry ids, nothing of a patient.
  </EmptyState>
);

function LastDelivery({ of: last }: { of: WebhookDelivery | null }) {
  const now = useNow();
  if (!last) return <span className="soft">Nothing sent yet</span>;
  return (
    <span className={styles['last']}>
      <StatusMark name={deliveryText(last)} color={deliveryColor(last)} />
      <span className="soft">{formatAge(last.At, now)}</span>
    </span>
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
