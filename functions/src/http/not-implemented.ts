import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { AppError } from './app-error.ts';

type Refusal = () => Promise<never>;

/** Answers 501; what still does is printed by a test. */
export function notImplemented(endpoint: Endpoint): Refusal {
  const refuse = () =>
    Promise.reject(new AppError('not_implemented', `${endpoint.summary}: this is not built yet.`));
  return refuse;
}

/** A whole area that is not built yet. */
export function areaNotImplemented<A extends Record<string, Endpoint>>(area: A): Record<keyof A, Refusal> {
  const calls = Object.entries(area).map(([call, endpoint]) => [call, notImplemented(endpoint)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for every key of the area
  return Object.fromEntries(calls) as Record<keyof A, Refusal>;
}
