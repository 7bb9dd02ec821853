/** An error answer of the service; the server writes it, and a batch puts it in its results. */
export class CosmosFailure extends Error {
  readonly status: number;
  readonly substatus: number;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, message: string, details: { substatus?: number; retryAfterMs?: number } = {}) {
    super(message);
    this.name = 'CosmosFailure';
    this.status = status;
    this.substatus = details.substatus ?? 0;
    this.retryAfterMs = details.retryAfterMs;
  }
}

export function badRequest(message: string, substatus = 0): CosmosFailure {
  return new CosmosFailure(400, message, { substatus });
}

/** Refuses by name a feature that is not modeled, because the endpoint never guesses. */
export function notModelled(thing: string): CosmosFailure {
  return badRequest(`The local Cosmos endpoint does not model ${thing}.`);
}

export function notFound(): CosmosFailure {
  return new CosmosFailure(404, 'Entity with the specified id does not exist in the system.');
}

export function conflict(): CosmosFailure {
  return new CosmosFailure(409, 'Entity with the specified id already exists in the system.');
}

/** The database or container is missing: the SDK's substatus OwnerResourceNotFound distinguishes it from a missing item. */
export function ownerNotFound(): CosmosFailure {
  return new CosmosFailure(404, 'Owner resource does not exist', { substatus: 1003 });
}

export function preconditionFailed(): CosmosFailure {
  return new CosmosFailure(
    412,
    'Operation cannot be performed because one of the specified precondition is not met',
  );
}

export function tooLarge(): CosmosFailure {
  return new CosmosFailure(413, 'Request size is too large');
}

export function partitionFull(): CosmosFailure {
  return new CosmosFailure(403, 'Partition key reached maximum size of 20 GB.', { substatus: 1014 });
}

export function throttled(retryAfterMs: number): CosmosFailure {
  return new CosmosFailure(429, 'Request rate is large. More Request Units may be needed.', {
    substatus: 3200,
    retryAfterMs,
  });
}

export function codeOfStatus(status: number): string {
  return codes.get(status) ?? 'InternalServerError';
}

const codes = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [408, 'RequestTimeout'],
  [409, 'Conflict'],
  [412, 'PreconditionFailed'],
  [413, 'RequestEntityTooLarge'],
  [424, 'FailedDependency'],
  [429, 'TooManyRequests'],
  [449, 'RetryWith'],
  [503, 'ServiceUnavailable'],
]);

export interface Answer {
  status: number;
  body?: string;
  charge?: number;
  headers?: Record<string, string>;
}

export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value), charge: 1 };
}

export function failureAnswer(failure: CosmosFailure): Answer {
  return {
    status: failure.status,
    body: JSON.stringify({ code: codeOfStatus(failure.status), message: failure.message }),
    charge: failure.status === 429 ? 0 : 1,
    headers: {
      ...(failure.substatus !== 0 && { 'x-ms-substatus': `${failure.substatus}` }),
      ...(failure.retryAfterMs !== undefined && { 'x-ms-retry-after-ms': `${failure.retryAfterMs}` }),
    },
  };
}
