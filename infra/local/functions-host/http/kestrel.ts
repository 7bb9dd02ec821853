import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** The limits of Kestrel, the web server of the real host, which nothing in host.json changes. */
export const kestrelLimits = {
  requestLineBytes: 8192,
  headersBytes: 32_768,
  headers: 100,
  headersMs: 30_000,
  /** Bodies slower than this rate, measured after the grace time, are refused. */
  bodyBytesPerSecond: 240,
  bodyGraceMs: 5000,
};
export type KestrelLimits = typeof kestrelLimits;

/** Node's parser must accept more than Kestrel does, so that the answer is Kestrel's. */
export const parserOptions = ({ headersMs }: KestrelLimits) => ({
  maxHeaderSize: 1024 * 1024,
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.min(headersMs, 1000),
  // A slow body is refused for its rate, never for its duration.
  requestTimeout: 0,
  keepAliveTimeout: 130_000,
  // It takes a line feed alone, control characters and UTF-8 in headers.
  insecureHTTPParser: true,
});

/** Returns the status with which Kestrel refuses a request that Node accepts, or undefined. */
export function refusalOf(request: IncomingMessage, limits: KestrelLimits) {
  const { method = '', url = '', rawHeaders, headers } = request;
  const malformed = malformedAs(request);
  if (malformed !== undefined) return malformed;
  if (`${method} ${url} HTTP/1.1\r\n`.length > limits.requestLineBytes) return 414;
  if (rawHeaders.length / 2 > limits.headers) return 431;
  const headersBytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
  if (headersBytes > limits.headersBytes) return 431;
  // HTTP/1.0 allows it, but the Node worker cannot make a URL of it.
  return headers.host === undefined ? 500 : undefined;
}

function malformedAs({ url = '', rawHeaders, headers, httpVersionMajor }: IncomingMessage) {
  if (httpVersionMajor !== 1) return 505;
  if (url === '*') return 404;
  const isMalformed =
    !isAscii(url) ||
    /^[^?]*%00/.test(url) ||
    valuesOf(rawHeaders, 'host').length > 1 ||
    !/^chunked$|^$/i.test(headers['transfer-encoding'] ?? '');
  return isMalformed ? 400 : undefined;
}

const valuesOf = (rawHeaders: readonly string[], name: string) =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);

// oxlint-disable-next-line eslint/no-control-regex -- every byte of seven bits
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

/**
 * Answers requests that Node's parser refuses like Kestrel, which accepts some of them. `answerOn` is the open answer
 * of a socket.
 */
export function answerUnparsed(server: Server, answerOn: (socket: Duplex) => ServerResponse | undefined) {
  server.on('clientError', (error: ParserError, socket) => {
    // Once its headers are complete a request reaches a function, even if its chunks are invalid.
    const answer = answerOn(socket);
    if (answer) return void answer.once('finish', () => socket.end());
    // A connection that says nothing stays open.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket instanceof Socket && socket.bytesRead === 0)
      return;
    const corrected = correct(error);
    if (corrected) return readAgain(server, socket, corrected);
    if (!socket.writable) return socket.destroy();
    const status = statusOf(error);
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\nServer: Kestrel\r\n\r\n`,
    );
  });
}

function statusOf({ code, rawPacket }: ParserError) {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code === 'HPE_INVALID_VERSION') return 505;
  const isMethodUnknown =
    code === 'HPE_INVALID_METHOD' && /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1/.test(String(rawPacket));
  return isMethodUnknown ? 404 : 400;
}

/** A lowercase method and a length with a plus are accepted, and chunks take precedence over a length. */
function correct({ code = '', rawPacket }: ParserError): Buffer | undefined {
  const text = rawPacket?.toString('latin1') ?? '';
  const corrected = corrections[code]?.reduce((now, change) => change(now), text);
  return corrected === undefined || corrected === text ? undefined : latin1(corrected);
}

const inCapitals = (text: string) =>
  text.replace(/^(?:get|head|post|put|patch|delete|options)(?= )/i, (method) => method.toUpperCase());
const withoutPlus = (text: string) => text.replace(/(\r\ncontent-length: *)\+(?=\d+\r)/i, '$1');
const unmeasured = (text: string) =>
  /\r\ntransfer-encoding:/i.test(text)
    ? text.replace(/\r\ncontent-length:[^\r]*(?=[^]*\r\n\r\n)/i, '')
    : text;

/** By the code of the parser's error. */
const corrections: Partial<Record<string, ((text: string) => string)[]>> = {
  HPE_INVALID_METHOD: [inCapitals],
  HPE_INVALID_CONTENT_LENGTH: [withoutPlus, unmeasured],
  HPE_INVALID_TRANSFER_ENCODING: [unmeasured],
};

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Passes the packet and the following ones to a separate parser. */
function readAgain(server: Server, socket: Duplex, packet: Buffer) {
  socket.removeAllListeners('data').removeAllListeners('end');
  const again = new Duplex({
    read: () => void socket.resume(),
    write: (chunk, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (chunk) => void again.push(chunk));
  socket.on('end', () => void again.push(null));
  socket.on('close', () => void again.destroy());
  again.push(packet);
  server.emit('connection', again);
}
