import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { webhooksApi } from '@handoff/shared/contract/webhooks';
import type { Webhook, WebhookDelivery } from '@handoff/shared/domain/agency/webhook';
import { ListFooter, Reading } from '../../../ui/feedback/reading.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useAction } from '../../../data/send/outbox.ts';
import { useList } from '../../../data/records/use-list.ts';
import { formatCount, formatDateTime, plural } from '../../../text/format.ts';
import { deliveryColor, deliveryText, eventWords } from '../../../text/labels/webhook-labels.ts';
import styles from './webhooks.module.css';

const LOOK_EVERY_MS = 4000;

interface DeliveryLogProps {
  webhook: Webhook;
  /** Reads the list again, because it shows the last delivery. */
  onLook: () => void;
}

/** Every attempt of the last thirty days, newest first. Attempts send no live messages, so the log polls. */
export function DeliveryLog({ webhook: { Id, Active }, onLook }: DeliveryLogProps) {
  const log = useList(
    webhooksApi.deliveries,
    { query: { id: Id } },
    ({ WebhookDeliveriesInfo }) => WebhookDeliveriesInfo,
  );
  const [queued, setQueued] = useState('');
  const test = useAction(webhooksApi.test, {
    onSuccess: ({ EventId }) => setQueued(`Test ${shortId(EventId)} is sent within 2 minutes.`),
  });
  const again = useAction(webhooksApi.sendAgain, {
    onSuccess: () => setQueued('It is sent again within 2 minutes.'),
  });
  const look = useEffectEvent(() => {
    if (!document.hidden) void log.refresh().then(onLook);
  });
  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Stack component="section" gap="sm" className={styles['part'] ?? ''} aria-label="Deliveries">
      <Group justify="space-between">
        <h3>Deliveries</h3>
        <Button
          size="xs"
          disabled={!Active}
          loading={test.isPending}
          onClick={() => void test.run({ body: { Id } })}
        >
          Send a test
        </Button>
      </Group>
      <output className="soft small">{queued}</output>
      <Reading
        of={log}
        lines={3}
        isEmpty={(rows) => rows.length === 0}
        empty={<p className="soft small">Nothing sent yet. Each try appears here, for thirty days.</p>}
      >
        {(rows) => (
          <>
            <ol className="rows">
              {rows.map((delivery) => (
                <Delivery
                  key={delivery.Id}
                  delivery={delivery}
                  onSendAgain={Active ? () => void again.run({ body: { Id: delivery.Id } }) : undefined}
                />
              ))}
            </ol>
            <ListFooter of={log} text={plural(rows.length, 'try', 'tries')} />
          </>
        )}
      </Reading>
    </Stack>
  );
}

interface DeliveryProps {
  delivery: WebhookDelivery;
  onSendAgain: (() => void) | undefined;
}

function Delivery({ delivery, onSendAgain }: DeliveryProps) {
  const { Event, ReferralId, At, Attempt, DurationMs, EventId } = delivery;
  return (
    <li>
      <Group gap="sm" justify="space-between">
        <StatusMark name={deliveryText(delivery)} color={deliveryColor(delivery)} />
        <span className="soft small number">
          {formatDateTime(At)} · {formatCount(DurationMs)} ms{Attempt > 1 ? ` · try ${Attempt}` : ''}
        </span>
      </Group>
      <div>
        {ReferralId === null ? (
          <span>{eventWords[Event]}</span>
        ) : (
          <Link to="/referrals/$id" params={{ id: ReferralId }} className="link">
            {eventWords[Event]}
          </Link>
        )}
        <span className="soft small number" title={EventId}>
          {shortId(EventId)}
        </span>
        {onSendAgain && Event !== 'test' && (
          <button
            type="button"
            className="text-button"
            aria-label={`Send again: ${eventWords[Event]}, ${formatDateTime(At)}`}
            onClick={onSendAgain}
          >
            Send again
          </button>
        )}
      </div>
    </li>
  );
}

/** Enough to find the event in the log of the receiver, where it is the `webhook-id`. */
const shortId = (eventId: string) => eventId.slice(0, 12);
