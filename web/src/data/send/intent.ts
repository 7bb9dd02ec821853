import type { ErrorCode } from '@handoff/shared/contract/errors';
import type { Endpoint, Output } from '@handoff/shared/contract/endpoint';
import type { CallOptions } from './retry.ts';
import { asCallError, type CallError } from './call-error.ts';
import { type InputOf, isSameRequest, prepareRequest, type PreparedRequest } from './request.ts';

/** The request of one click, which keeps its key and exact body until its outcome is known. */
interface Intent {
  key: string;
  domain: string | undefined;
  request: PreparedRequest;
  /** True if it had no effect or was canceled: repeating it first could cost a charge for nothing. */
  cameToNothing?: boolean;
}

interface Attempt<E> {
  endpoint: E;
  domain: string | undefined;
  send: (request: PreparedRequest, options: CallOptions) => Promise<Output<E>>;
  /** Described at ActionOptions in use-action.ts. */
  afterLostAnswer?: ((saved: Output<E>, input: InputOf<E>) => InputOf<E> | undefined) | undefined;
}

/**
 * Remembers the open intent of a button and a record, so that sending it again has one effect. It rejects only with a CallError,
 * and runs one call at a time (queue.ts).
 */
export function createIntentKeeper<E extends Endpoint>() {
  let open: Intent | undefined;

  async function run(input: InputOf<E>, attempt: Attempt<E>): Promise<Output<E>> {
    const request = prepareRequest(attempt.endpoint, input);
    if (!open || isSameRequest(open.request, request))
      return settle(open ?? intentOf(request, attempt), attempt);
    if (open.cameToNothing) return settle(intentOf(request, attempt), attempt);
    return resume(open, input, attempt);
  }

  /** Repeats the earlier attempt to learn its outcome, then sends the new input. */
  async function resume(earlier: Intent, input: InputOf<E>, attempt: Attempt<E>): Promise<Output<E>> {
    const saved = await settle(earlier, attempt).catch((error: unknown) => {
      if (open === earlier) throw error;
      return undefined;
    });
    const { endpoint, afterLostAnswer } = attempt;
    const wanted = saved !== undefined && afterLostAnswer ? afterLostAnswer(saved, input) : input;
    if (wanted === undefined && saved !== undefined) return saved;
    return settle(intentOf(prepareRequest(endpoint, wanted ?? input), attempt), attempt);
  }

  async function settle(intent: Intent, attempt: Attempt<E>): Promise<Output<E>> {
    open = intent;
    try {
      const output = await attempt.send(intent.request, { key: intent.key, domain: intent.domain });
      open = undefined;
      return output;
    } catch (thrown) {
      const failure = asCallError(thrown);
      // A final refusal had no effect, so the next click is a new intent.
      if (failure.isAnswered) open = undefined;
      intent.cameToNothing = failure.isCancelled || isRefusedByOthers(attempt.endpoint, failure);
      throw failure;
    }
  }

  return { run, isOpen: () => open !== undefined };
}

function intentOf(request: PreparedRequest, { domain }: { domain: string | undefined }): Intent {
  return { key: crypto.randomUUID(), domain, request };
}

/** Tells whether a service behind the API failed in a call that only a person may repeat. */
function isRefusedByOthers(endpoint: Endpoint, { code }: CallError): boolean {
  const isByPerson = endpoint.mode === 'lease' && endpoint.repeat === 'by-person';
  return isByPerson && code !== undefined && refusalsOfOthers.has(code);
}

const refusalsOfOthers = new Set<string>([
  'bad_gateway',
  'unavailable',
  'not_configured',
] satisfies ErrorCode[]);
