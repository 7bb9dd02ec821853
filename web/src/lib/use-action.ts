import { useRef, useState } from 'react';
import type { AtomicEndpoint, LeaseEndpoint, Output } from '@handoff/shared/contract/endpoint';
import { CallError, errorText, UNEXPECTED } from './call-error.ts';
import { type InputOf, prepareRequest, type PreparedRequest } from './prepared-request.ts';
import { showError, showSuccess } from './toasts.ts';
import { useApi } from './use-api.ts';

type WriteEndpoint = AtomicEndpoint | LeaseEndpoint;

export interface ActionOptions<E> {
  onSuccess?: (output: Output<E>) => void;
  /**
   * The answer of an earlier attempt was lost, the form was changed since, and the earlier attempt turns out to be
   * saved: return what to send now instead, for example nothing (undefined) where a second create would make a twin.
   */
  afterLostAnswer?: (saved: Output<E>, input: InputOf<E>) => InputOf<E> | undefined;
  /** No toasts: reading a note and autosave are silent. */
  silent?: boolean;
  /** Shown instead of "An unexpected error occurred". */
  otherwise?: string;
}

export interface Action<E> {
  /** Resolves with the answer, or with undefined after a failure that has been shown. Never rejects. */
  run: (input: InputOf<E>) => Promise<Output<E> | undefined>;
  isPending: boolean;
  error: CallError | undefined;
  /** Share of the upload that has been sent, 0 to 1; undefined when nothing is on its way. */
  progress: number | undefined;
  reset: () => void;
}

/** What one click asked for. It keeps its key and its exact body until its outcome is known. */
interface Intent<E> {
  key: string;
  domain: string | undefined;
  request: PreparedRequest;
  answer: Promise<Output<E> | undefined> | undefined;
}

/** A write behind a button: one effect and one toast however often it is pressed or sent. */
export function useAction<E extends WriteEndpoint>(endpoint: E, options: ActionOptions<E> = {}): Action<E> {
  const { client, domain } = useApi();
  const open = useRef<Intent<E> | undefined>(undefined);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<CallError | undefined>();
  const [progress, setProgress] = useState<number | undefined>();

  function run(input: InputOf<E>): Promise<Output<E> | undefined> {
    // A further click while the answer is on its way is the same intent.
    if (open.current?.answer) return open.current.answer;
    const request = prepareRequest(endpoint, input);
    const former = open.current;
    if (former && !isSame(former.request, request)) return start(former, () => resume(former, input));
    const intent = former ?? { key: crypto.randomUUID(), domain, request, answer: undefined };
    return start(intent, () => settle(intent));
  }

  function start(intent: Intent<E>, work: () => Promise<Output<E> | undefined>) {
    open.current = intent;
    setPending(true);
    setError(undefined);
    intent.answer = work().finally(() => {
      if (open.current) open.current.answer = undefined;
      setPending(false);
      setProgress(undefined);
    });
    return intent.answer;
  }

  /** First learns what became of the earlier attempt, sent again as it was; then sends what is wanted now. */
  async function resume(former: Intent<E>, input: InputOf<E>): Promise<Output<E> | undefined> {
    const saved = await settle(former, 'quiet');
    if (saved === undefined && open.current === former) return undefined;
    const wanted =
      saved !== undefined && options.afterLostAnswer ? options.afterLostAnswer(saved, input) : input;
    if (wanted === undefined) return saved;
    const request = prepareRequest(endpoint, wanted);
    const next = { key: crypto.randomUUID(), domain, request, answer: former.answer };
    open.current = next;
    return settle(next);
  }

  async function settle(intent: Intent<E>, manner?: 'quiet'): Promise<Output<E> | undefined> {
    try {
      const output = await client.send<E>(intent.request, {
        key: intent.key,
        domain: intent.domain,
        ...(intent.request.body instanceof FormData && { onProgress: setProgress }),
      });
      open.current = undefined;
      if (manner !== 'quiet') {
        if (endpoint.success !== undefined && options.silent !== true) showSuccess(endpoint.success);
        options.onSuccess?.(output);
      }
      return output;
    } catch (thrown) {
      const failure = asCallError(thrown);
      // Refused for good: nothing happened, the next click is a new intent.
      if (failure.isAnswered) open.current = undefined;
      setError(failure);
      if (options.silent !== true)
        showError(failure.message === UNEXPECTED ? (options.otherwise ?? UNEXPECTED) : failure.message);
      return undefined;
    }
  }

  return { run, isPending, error, progress, reset: () => setError(undefined) };
}

function isSame(former: PreparedRequest, request: PreparedRequest): boolean {
  return former.path === request.path && sameBody(former.body, request.body);
}

function sameBody(former: PreparedRequest['body'], body: PreparedRequest['body']): boolean {
  if (!(former instanceof FormData) || !(body instanceof FormData)) return former === body;
  const [one, other] = [[...former], [...body]];
  return (
    one.length === other.length &&
    one.every(([name, value], index) => {
      const [otherName, otherValue] = other[index] ?? [];
      return name === otherName && sameValue(value, otherValue);
    })
  );
}

// FormData hands out a new File object on every look: compare what identifies the chosen file.
function sameValue(value: FormDataEntryValue, other: FormDataEntryValue | undefined): boolean {
  if (typeof value === 'string' || other === undefined || typeof other === 'string') return value === other;
  return value.name === other.name && value.size === other.size && value.lastModified === other.lastModified;
}

function asCallError(thrown: unknown): CallError {
  return thrown instanceof CallError ? thrown : new CallError(errorText(thrown), { cause: thrown });
}
