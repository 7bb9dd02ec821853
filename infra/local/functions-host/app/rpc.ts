import type { LogEntry, LogLevel } from '../log.ts';

// The messages of the Functions host and its Node worker to the library @azure/functions, up to version 4.16. Source:
// Azure/azure-functions-nodejs-library src/, Azure/azure-functions-nodejs-worker src/.

type Nullable = Record<string, { value: string }>;

interface RpcHttpRequest {
  method: string;
  url: string;
  nullableHeaders: Nullable;
  nullableQuery: Nullable;
  nullableParams: Nullable;
  body: { bytes: Uint8Array };
}

export interface RpcData {
  string?: string;
  json?: string;
  bytes?: Uint8Array;
  http?: RpcHttpRequest;
  modelBindingData?: { version: string; source: string; contentType: string; content: Buffer };
}

export interface RpcTraceContext {
  traceParent: string;
  traceState?: string;
  attributes: Record<string, string>;
}

type Boxed<Value> = { value?: Value } | null | undefined;

export interface RpcCookie {
  name: string;
  value: string;
  domain?: Boxed<string>;
  path?: Boxed<string>;
  expires?: { value?: { seconds?: number } } | null | undefined;
  secure?: Boxed<boolean>;
  httpOnly?: Boxed<boolean>;
  sameSite?: string;
  maxAge?: Boxed<number>;
}

export interface RpcHttpResponse {
  statusCode?: string;
  headers?: Record<string, string>;
  cookies?: RpcCookie[];
  body?: { bytes?: Uint8Array } | null | undefined;
}

export interface RpcResponse {
  returnValue?: { http?: RpcHttpResponse } | null | undefined;
}

/** The library's view of a binding, without its options, as over the real RPC. */
export interface RpcBinding {
  type: string;
  direction: string;
  dataType?: string | undefined;
  properties?: Record<string, string> | undefined;
}

export type InvocationState = 'preInvocationHooks' | 'invocation' | 'postInvocationHooks' | undefined;

export interface CoreContext {
  invocationId: string;
  request: {
    invocationId: string;
    functionId: string;
    inputData: { name: string; data: RpcData }[];
    triggerMetadata?: Record<string, RpcData>;
    traceContext?: RpcTraceContext;
  };
  metadata: { name: string; bindings: Record<string, RpcBinding> };
  state: InvocationState;
  log(level: LogLevel, category: LogEntry['category'], message: string): void;
}

export type FunctionCallback = (...parameters: unknown[]) => unknown;

interface InvocationModel {
  getArguments(): Promise<{ context: unknown; inputs: unknown[] }>;
  invokeFunction(context: unknown, inputs: unknown[], callback: FunctionCallback): Promise<unknown>;
  getResponse(context: unknown, result: unknown): Promise<RpcResponse>;
}

export interface ProgrammingModel {
  name: string;
  version: string;
  getInvocationModel(context: CoreContext): InvocationModel;
  getCapabilities(capabilities: Record<string, string>): Promise<Record<string, string>>;
}
