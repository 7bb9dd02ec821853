import { randomUUID } from 'node:crypto';
import { createApp, type App } from '../../app.ts';
import type { Operation, Partition, Platform, Versioned } from '../../platform/ports.ts';
import { withPartitions } from '../changed-store.ts';

type Create = typeof createApp;

/** Runs the real pipeline on platforms that make a mistake in its place; each must be noticed. */
export const brokenPlatforms = {
  'random instead of derived names': (platform, settings) =>
    createApp({ ...platform, blobs: withRandomNames(platform.blobs) }, settings),

  'the record written after the effect': (platform, settings) => {
    let later: (() => Promise<unknown>) | undefined;
    const store = withPartitions(platform.store, (partition) => ({
      commit: async ([record, ...effect]) => {
        if (record?.document.type !== 'idem' || effect.length === 0)
          return partition.commit(record ? [record, ...effect] : effect);
        later = () => partition.commit([record]);
        const result = await partition.commit(effect);
        return result.outcome === 'applied' ? { ...result, etags: ['', ...result.etags] } : result;
      },
    }));
    const checkpoint = async (name: string) => {
      await platform.checkpoint(name);
      if (name === 'A3') await later?.();
    };
    return createApp({ ...platform, store, checkpoint }, settings);
  },

  'no fence and random ids': (platform, settings) => {
    const store = withPartitions(platform.store, (partition) => {
      const own = new Map<string, Versioned>();
      return {
        // A separate copy, which does not know who took over.
        read: async (id) => own.get(id) ?? partition.read(id),
        commit: async (operations) => {
          const result = await partition.commit(operations.map(unfenced).map(withRandomId));
          const [first] = operations;
          if (result.outcome === 'applied' && first?.document.type === 'idem')
            own.set(first.document.id, { ...first.document, _etag: result.etags[0] ?? '' });
          return result;
        },
      };
    });
    return createApp({ ...platform, store, blobs: withRandomNames(platform.blobs) }, settings);
  },

  'a rejected duplicate that deletes the record': (platform, settings) => {
    let seen: { partition: Partition; record: Versioned } | undefined;
    const store = withPartitions(platform.store, (partition) => ({
      read: async (id) => {
        const record = await partition.read(id);
        if (record?.type === 'idem') seen = { partition, record };
        return record;
      },
    }));
    const app = createApp({ ...platform, store }, settings);
    return answering(app, async (route, request) => {
      const response = await app.answer(route, request);
      if (response.status === 409) await seen?.partition.remove(seen.record.id, seen.record._etag);
      return response;
    });
  },

  'the raw form in the fingerprint': (platform, settings) => {
    const app = createApp(platform, settings);
    return answering(app, (route, request) => {
      const boundary = /boundary=(.+)$/.exec(request.header('content-type') ?? '')?.[1];
      const url =
        boundary === undefined ? request.url : `${request.url}?boundary=${encodeURIComponent(boundary)}`;
      return app.answer(route, { ...request, url });
    });
  },

  "the audit head read after the handler's reads": (platform, settings) => {
    const store = withPartitions(platform.store, (partition) => ({
      commit: async (operations) => {
        const head = await partition.read('audit-head');
        return partition.commit(
          operations.map((operation) =>
            operation.op === 'replace' && operation.document.id === head?.id
              ? { ...operation, ifMatch: head._etag }
              : operation,
          ),
        );
      },
    }));
    return createApp({ ...platform, store }, settings);
  },
} satisfies Record<string, Create>;

export type BrokenPlatform = keyof typeof brokenPlatforms;

const answering = (app: App, answer: App['answer']): App => ({ ...app, answer });

const withRandomNames = (blobs: Platform['blobs']): Platform['blobs'] => ({
  ...blobs,
  putIfAbsent: (container, name, content) => blobs.putIfAbsent(container, `${name}-${randomUUID()}`, content),
});

const unfenced = (operation: Operation): Operation =>
  operation.op === 'replace' ? { op: 'upsert', document: operation.document } : operation;

const withRandomId = (operation: Operation): Operation =>
  operation.document.type === 'document'
    ? { ...operation, document: { ...operation.document, id: `${operation.document.id}-${randomUUID()}` } }
    : operation;
