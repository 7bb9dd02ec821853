import type { AppError } from '../request/app-error.ts';
import type { WriteContext } from '../request/handlers.ts';

/**
 * An effect that did not succeed and is recorded nevertheless. The claim is released with the record of it, so the
 * same key may run again; only the answer itself is not kept.
 */
export class LeaseFailure extends Error {
  readonly answer: AppError;
  readonly stage: (context: WriteContext) => Promise<void>;

  constructor(answer: AppError, stage: (context: WriteContext) => Promise<void>) {
    super(answer.message);
    this.name = 'LeaseFailure';
    this.answer = answer;
    this.stage = stage;
  }
}
