export interface RawAnswer {
  status: number;
  statusText: string;
  header(name: string): string | null;
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
}

interface RawRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  onProgress: ((share: number) => void) | undefined;
}

const MOST_MS = 30_000;

/** One exchange; rejects only when there was no answer at all. For api-client.ts alone. */
export function sendRaw(request: RawRequest): Promise<RawAnswer> {
  return request.onProgress ? sendWithProgress(request, request.onProgress) : sendByFetch(request);
}

async function sendByFetch({ method, url, headers, body }: RawRequest): Promise<RawAnswer> {
  const signal = body instanceof FormData ? null : AbortSignal.timeout(MOST_MS);
  const response = await fetch(url, { method, headers, body: body ?? null, signal, cache: 'no-store' });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return answerOf(response, { header: (name) => response.headers.get(name), bytes });
}

// fetch does not tell how much of a body has been sent.
function sendWithProgress(request: RawRequest, onProgress: (share: number) => void): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    xhr.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    xhr.addEventListener('error', () => reject(new TypeError('The connection was lost')));
    xhr.addEventListener('load', () => {
      const content: unknown = xhr.response;
      const bytes = new Uint8Array(content instanceof ArrayBuffer ? content : new ArrayBuffer(0));
      resolve(answerOf(xhr, { header: (name) => xhr.getResponseHeader(name), bytes }));
    });
    xhr.send(request.body ?? null);
  });
}

function answerOf(
  { status, statusText }: { status: number; statusText: string },
  { header, bytes }: { header: RawAnswer['header']; bytes: Uint8Array },
): RawAnswer {
  return {
    status,
    statusText,
    header,
    text: () => Promise.resolve(new TextDecoder().decode(bytes)),
    bytes: () => Promise.resolve(bytes),
  };
}
