import type { Api } from '@handoff/shared/contract/api';
import type { CallInput } from '@handoff/shared/contract/endpoint';
import type { TestApi } from './api.ts';
import type { PersonName } from './people.ts';

/** Somebody who may make the call, and an input it accepts; what the input names exists when it is made. */
export interface Example<E> {
  as: PersonName;
  input: (handoff: TestApi) => CallInput<E, File> | Promise<CallInput<E, File>>;
}

export type Examples = { [Area in keyof Api]: { [Call in keyof Api[Area]]: Example<Api[Area][Call]> } };
