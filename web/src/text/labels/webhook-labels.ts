import type { WebhookDelivery } from '@handoff/shared/domain/agency/webhook';

export const eventWords: Record<WebhookDelivery['Event'], string> = {
  'referral.created': 'Referral created',
  'referral.decided': 'Referral decided',
  'eligibility.changed': 'Eligibility changed',
  test: 'Test',
};

/** Shows host and path, which is enough to recognize an address. */
export function addressText(url: string): string {
  const { host, pathname } = new URL(url);
  return host + (pathname === '/' ? '' : pathname);
}

export const deliveryText = ({ Failure, Status }: WebhookDelivery) =>
  Failure === '' ? `Delivered (${Status})` : Failure;

export const deliveryColor = ({ Failure }: WebhookDelivery) => (Failure === '' ? 'green' : 'red');
