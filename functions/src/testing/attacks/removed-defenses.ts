import { createHash } from 'node:crypto';
import type { SenderLink } from '@handoff/shared/domain/referral/sender-link';
import { createTokens } from '../../platform/azure/identity/tokens.ts';
import type { SigningKeys } from '../../platform/signing-keys.ts';
import type {
  DocumentStore,
  FieldKeys,
  Operation,
  Platform,
  StoredDocument,
  Tokens,
  Versioned,
} from '../../platform/ports.ts';
import { withPartitions } from '../changed-store.ts';
import { HARBOR } from '../people.ts';

// Each of these removes one of the product's defenses through its ports.

/** Treats every token as if its person had signed in a moment ago. */
export const asIfJustSignedIn = (tokens: Tokens): Tokens => ({
  async verify(authorization) {
    const verdict = await tokens.verify(authorization);
    if (verdict.outcome !== 'valid') return verdict;
    return { ...verdict, claims: { ...verdict.claims, signedInAt: Infinity } };
  },
});

/** Accepts the tokens of these applications. */
export const trusting = (settings: Record<string, string>, clientIds: string[]): Tokens =>
  createTokens({
    issuer: settings['AUTH_ISSUER'] ?? '',
    audience: settings['AUTH_AUDIENCE'] ?? '',
    jwksUri: settings['AUTH_JWKS_URI'] ?? '',
    tenantId: settings['AUTH_TENANT_ID'] ?? '',
    scope: settings['AUTH_SCOPE'] ?? '',
    clientIds,
  });

/** Accepts any seal of an audit head. */
export const takingEverySeal = (keys: SigningKeys): SigningKeys => ({
  ...keys,
  signerFor: async (purpose) => ({ ...(await keys.signerFor(purpose)), isSignature: () => true }),
});

export const withoutSealing = (keys: FieldKeys): FieldKeys => ({
  ...keys,
  encrypt: async (text) => text,
  decrypt: async (text) => text,
});

export const withDeletedReferrals = (store: DocumentStore) =>
  reading(store, (document) => (document.type === 'referral' ? { DeletedAt: null } : {}));

export const withoutRestrictions = (store: DocumentStore) =>
  reading(store, (document) => (document.type === 'referral' ? { Restriction: null } : {}));

export const withoutDecisions = (store: DocumentStore) =>
  reading(store, ({ type, Decision }) =>
    type === 'referral' ? { Decision: { ...Object(Decision), Kind: 'Pending' } } : {},
  );

export const withoutBirthDates = (store: DocumentStore) =>
  reading(store, ({ type, Patient }) =>
    type === 'referral' ? { Patient: { ...Object(Patient), DateOfBirth: '' } } : {},
  );

/** Reads every sender's link with these fields. */
export const withLinks = (store: DocumentStore, fields: Partial<SenderLink>) =>
  reading(store, ({ type }) => (type === 'sender-link' ? fields : {}));

/** Finds records of Harbor in every other agency. */
export const withoutPartitions = (store: DocumentStore) =>
  withPartitions(store, (partition) => ({
    read: async (id) => (await partition.read(id)) ?? store.app(`d:${HARBOR}`).read(id),
  }));

/** Reads every document as if the scan had found nothing. */
export const withScannedDocuments = (store: DocumentStore) => reading(store, asScanned);

const asScanned = ({ type, Scan }: Versioned) =>
  type === 'document' ? { Scan: { ...Object(Scan), State: 'clean' } } : {};

/** Reads notes as if no one had looked for numbers in them. */
export const withoutSuspicion = (store: DocumentStore) =>
  reading(store, (document) => (document.type === 'note' ? { SuspectedNumbers: [] } : {}));

/** Lets the record of a deleted document expire before the timer removes its file. */
export const forgettingDeleted = (store: DocumentStore) =>
  withPartitions(store, (partition) => ({
    commit: (operations) =>
      partition.commit(
        operations.map((operation) =>
          'document' in operation && operation.document.type === 'document' && operation.document['PurgeAt']
            ? { ...operation, document: { ...operation.document, ttl: 3_600 } }
            : operation,
        ),
      ),
  }));

/** Accepts any file in storage as the one that was attached. */
export const takingEveryFile = ({ store, blobs }: Platform) =>
  reading(store, async ({ type, blobName }) => {
    if (type !== 'document') return {};
    const blob = await blobs.read('documents', `${HARBOR}/${String(blobName)}`);
    return {
      Sha256: createHash('sha256')
        .update(blob?.bytes ?? new Uint8Array())
        .digest('hex'),
    };
  });

export const withoutViews = (store: DocumentStore) => dropping(store, 'audit-view');

export const withoutNotifications = (store: DocumentStore) => dropping(store, 'notification');

/** Counts limited calls in this instance only. */
export function countingAlone(store: DocumentStore): DocumentStore {
  const counts = new Map<string, Versioned>();
  return withPartitions(store, (partition) => ({
    read: async (id) => (id.startsWith('rate|') ? counts.get(`${partition.key} ${id}`) : partition.read(id)),
    commit: async (operations) => {
      const rate = operations.find(({ document }) => document.type === 'rate')?.document;
      if (!rate) return partition.commit(operations);
      counts.set(`${partition.key} ${rate.id}`, { ...rate, _etag: 'own' });
      return { outcome: 'applied', etags: ['own'], ru: 0 };
    },
  }));
}

type Changed = (document: Versioned) => Partial<StoredDocument> | Promise<Partial<StoredDocument>>;

function reading(store: DocumentStore, changed: Changed): DocumentStore {
  const read = async (document: Versioned): Promise<Versioned> => ({
    ...document,
    ...(await changed(document)),
  });
  return withPartitions(store, (partition) => ({
    read: async (id) => {
      const document = await partition.read(id);
      return document && read(document);
    },
    query: async (query) => {
      const page = await partition.query(query);
      return { ...page, documents: await Promise.all(page.documents.map(read)) };
    },
  }));
}

function dropping(store: DocumentStore, type: string): DocumentStore {
  const isDropped = ({ document }: Operation) => document.type === type;
  return withPartitions(store, (partition) => ({
    commit: async (operations) => {
      const kept = operations.filter((operation) => !isDropped(operation));
      const result =
        kept.length > 0 ? await partition.commit(kept) : { outcome: 'applied' as const, etags: [], ru: 0 };
      if (result.outcome !== 'applied') return result;
      const etags = [...result.etags];
      return { ...result, etags: operations.map((one) => (isDropped(one) ? '' : (etags.shift() ?? ''))) };
    },
  }));
}
