import { createSecretKey } from 'node:crypto';
import { randomness } from '../seed/randomness.ts';
import { closeServer, listenOnLoopback } from '../listen-on-loopback.ts';
import { openCatalog } from './storage/catalog.ts';
import type { Faults } from './faults.ts';
import { emulatorKey } from './protocol/authorization.ts';
import { createCosmosServer } from './protocol/http-server.ts';
import { openStore, type PartitionLimit } from './storage/store.ts';
import { createThrottle } from './storage/request-units.ts';

export interface CosmosOptions {
  /** The database file; without it data stays in memory. */
  file?: string;
  /** 0 chooses a free port. */
  port: number;
  key?: string;
  /** Above this throughput requests answer 429, like those of a container. */
  ruPerSecond?: number;
  faults?: Faults;
  /** The texts that may run without a partition key; all others are refused. */
  crossPartitionQueries?: readonly string[];
  /**
   * Ends pages early at random, some of them empty, as the service does for the bytes, time or request units that a page
   * took. True unless it is false.
   */
  endsPagesEarly?: boolean;
  /** The size of a logical partition, which the service limits to 20 GB; a test may change it. */
  partitions?: PartitionLimit;
  /** In milliseconds; decides expiry and the value of `_ts`. Signatures and throttling use the real time. */
  now?: () => number;
}

/** A Cosmos DB endpoint on 127.0.0.1, for the unmodified SDK; it refuses what it does not model. */
export async function startCosmos(options: CosmosOptions) {
  const { port, key = emulatorKey, now = Date.now } = options;
  const file = options.file === undefined ? {} : { file: options.file };
  const { partitions } = options;
  const store = openStore({ now, indexedFrom: 200, ...file, ...(partitions && { partitions }) });
  const catalog = openCatalog(store);
  const throttle = createThrottle({ ruPerSecond: options.ruPerSecond, now: Date.now });
  const stop = new AbortController();
  let url = '';
  const service = {
    store,
    catalog,
    throttle,
    key: createSecretKey(key, 'base64'),
    url: () => url,
    crossPartitionQueries: options.crossPartitionQueries ?? [],
    mostRead: options.endsPagesEarly === false ? () => undefined : earlyEnds(),
    stopped: stop.signal,
  };
  const server = createCosmosServer(service, options.faults ?? {});
  try {
    url = `http://127.0.0.1:${await listenOnLoopback(server, port, 'Cosmos endpoint')}`;
  } catch (error) {
    store.close();
    throw error;
  }
  const purge = setInterval(() => {
    for (const container of catalog.allContainers()) container.table.purgeExpired(Math.floor(now() / 1000));
  }, 30_000);
  purge.unref();

  return {
    url,
    key,
    /** Copies everything that was answered before, as of one moment; requests continue meanwhile. */
    backUp: store.backUp,
    async close(): Promise<void> {
      clearInterval(purge);
      stop.abort();
      await closeServer(server);
      store.close();
    },
  };
}

/** One page of seven ends after a few rows, or before the first one. */
function earlyEnds(): () => number | undefined {
  const random = randomness(7);
  return () => (random.chance(1 / 7) ? random.pick([0, 0, 1, 2, 5, 20]) : undefined);
}
