import { createHmac, randomBytes } from 'node:crypto';
import type { FieldPlace } from '../../platform/ports.ts';
import { webhooksKind } from '../../records/kinds/webhook-records.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Binds a sealed secret to its webhook and agency, so that a copy cannot be opened elsewhere. */
export const secretPlace =
  (domainId: string, id: string) =>
  (field: 'Secret' | 'Former'): FieldPlace => ({
    partition: `d:${domainId}`,
    type: webhooksKind.type,
    id,
    field,
  });

interface Message {
  id: string;
  at: Date;
  body: string;
  /** Newest first; a receiver accepts any of them. */
  secrets: readonly string[];
}

/** The headers of Standard Webhooks (github.com/standard-webhooks/standard-webhooks, "Signature scheme"). */
export function signedHeaders({ id, at, body, secrets }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'Handoff-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
