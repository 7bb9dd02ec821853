import * as z from 'zod';

// https://github.com/dotnet/aspnetcore/blob/main/src/SignalR/docs/specs/HubProtocol.md: every frame ends in it.
const recordSeparator = '\u001E';
const typeInvocation = 1;
const typePing = 6;
const typeClose = 7;

export type CloseReason = { error: string } | { allowReconnect: true };
export type ClientFrame = 'handshake' | 'ping' | 'close' | 'refused';

// Version 2 means stateful reconnect, which is not offered here.
const Handshake = z.object({ protocol: z.literal('json'), version: z.literal(1) });
const Message = z.object({ type: z.number() });

export const handshakeAnswer = frame({});
export const handshakeRefusal = frame({ error: 'Only the JSON hub protocol is spoken here.' });
export const pingFrame = frame({ type: typePing });

export function invocationFrame(message: { target: string; arguments: unknown[] }): string {
  return frame({ type: typeInvocation, target: message.target, arguments: message.arguments });
}

export function closeFrame(reason: CloseReason): string {
  return frame({ type: typeClose, ...reason });
}

/** Reads the frames from a client; those after a refused one do not count. */
export function readFrames(text: string, expectsHandshake: boolean): ClientFrame[] {
  if (!text.endsWith(recordSeparator)) return ['refused'];
  const [first = '', ...rest] = text.slice(0, -1).split(recordSeparator);
  return [expectsHandshake ? readHandshake(first) : readMessage(first), ...rest.map(readMessage)];
}

function readHandshake(text: string): ClientFrame {
  return Handshake.safeParse(parse(text)).success ? 'handshake' : 'refused';
}

/** In serverless mode clients only receive messages, so an invocation could not call anything here. */
function readMessage(text: string): ClientFrame {
  const { data } = Message.safeParse(parse(text));
  if (data?.type === typePing) return 'ping';
  return data?.type === typeClose ? 'close' : 'refused';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function frame(value: unknown): string {
  return JSON.stringify(value) + recordSeparator;
}
