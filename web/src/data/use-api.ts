import { createContext, use } from 'react';
import type { Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { createRecords, type Records, textAt } from './records/store.ts';
import { asCallError } from './send/call-error.ts';
import { type PreparedRequest, prepareRequest } from './send/request.ts';
import type { ApiClient, CallOptions } from './send/retry.ts';

export interface ApiAccess {
  client: ApiClient;
  /** The business domain that requests begin in. */
  domain: string | undefined;
  /** The records of that domain: another one begins without any. */
  records: Records;
}

/** Calls whose answers, and refusals that name the current version, reach the records before anyone else. */
export function accessTo(client: ApiClient, domain: string | undefined): ApiAccess {
  const records = createRecords();

  async function send<E extends Endpoint>(
    request: PreparedRequest,
    options: CallOptions,
  ): Promise<Output<E>> {
    const { endpoint } = request;
    const askedAt = performance.now();
    try {
      const output = await client.send<E>(request, options);
      records.take({ endpoint, output, askedAt, written: writtenIn(request) });
      return output;
    } catch (thrown) {
      const { current } = asCallError(thrown);
      const [field] = Object.values(endpoint.answers ?? {});
      if (current !== undefined && field !== undefined)
        records.take({
          endpoint,
          output: { [field]: [current] },
          askedAt,
          refused: textAt(writtenIn(request), 'Etag'),
        });
      throw thrown;
    }
  }

  return {
    domain,
    records,
    client: {
      ...client,
      send,
      call: (endpoint, input, options) => send(prepareRequest(endpoint, input), options),
    },
  };
}

function writtenIn({ endpoint, body }: PreparedRequest): object | undefined {
  if (endpoint.mode === 'read' || endpoint.mode === 'exempt') return undefined;
  return typeof body === 'string' ? Object(JSON.parse(body)) : {};
}

export const ApiContext = createContext<ApiAccess | undefined>(undefined);

export function useApi(): ApiAccess {
  const access = use(ApiContext);
  if (!access) throw new Error('useApi outside of the signed-in application');
  return access;
}

/** Where developers read what the API did recently; undefined in Azure, where a workspace collects it. */
export const TracesContext = createContext<string | undefined>(undefined);
