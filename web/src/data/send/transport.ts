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
  /** Ends it when the person calls it off. */
  signal: AbortSignal | undefined;
}

const MAX_MS = 30_000;
/** A large file on a slow line may take long, but not stand still: neither while it goes out nor while it is stored. */
const MAX_STILL_MS = 90_000;

/** One exchange; rejects only when there was no answer at all. For retry.ts alone. */
export function sendRaw(request: RawRequest): Promise<RawAnswer> {
  return request.onProgress ? sendWithProgress(request, request.onProgress) : sendByFetch(request);
}

async function sendByFetch(request: RawRequest): Promise<RawAnswer> {
  const { method, url, headers, body } = request;
  const limit = AbortSignal.timeout(body instanceof FormData ? MAX_STILL_MS : MAX_MS);
  const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
  const response = await fetch(url, { method, headers, body: body ?? null, signal, cache: 'no-store' });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return answerOf(response, { header: (name) => response.headers.get(name), bytes });
}

// fetch does not tell how much of a body has been sent.
function sendWithProgress(request: RawRequest, onProgress: (share: number) => void): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => xhr.abort(), MAX_STILL_MS);
    };
    const abort = () => xhr.abort();
    xhr.open(request.method, request.url);
    xhr.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      onProgress(total > 0 ? loaded / total : 0);
    });
    xhr.addEventListener('error', () => reject(new TypeError('The connection was lost')));
    xhr.addEventListener('abort', () => reject(new DOMException('Nothing moved, or canceled', 'AbortError')));
    xhr.addEventListener('load', () => {
      const content: unknown = xhr.response;
      const bytes = new Uint8Array(content instanceof ArrayBuffer ? content : new ArrayBuffer(0));
      resolve(answerOf(xhr, { header: (name) => xhr.getResponseHeader(name), bytes }));
    });
    xhr.addEventListener('loadend', () => {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', abort);
    });
    request.signal?.addEventListener('abort', abort);
    watch();
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
