import type { SampleRequest } from "@contract-toolkit/contract";
import { contract } from "../../../generated/gateway/index.ts";
import { operations as sandbox } from "../../../generated/sandbox/operations.js";
import { sendWireRequest, type StateContext, writeRequest } from "@contract-toolkit/conformance";

/** Much longer than any call of the sandbox. */
const PATIENCE_MS = 10_000;

/** Calls an operation of the sandbox. */
export function callSandbox<Result>(
  context: StateContext,
  id: keyof typeof sandbox,
  request: Partial<SampleRequest> = {},
): Promise<Result> {
  return callOperation(context, sandbox[id], request);
}

/** @throws {Error} if the server has no sandbox, so that it would ignore the header of a forced outcome */
export async function requireSandbox(server: URL): Promise<void> {
  const { method, path } = sandbox.readClock;
  const asked = { url: new URL(path.slice(1), directoryOf(server)), method, headers: {} };
  const { status } = await sendWireRequest(asked, PATIENCE_MS);
  // Without a credential, a sandbox answers 401.
  if ([404, 405, 501].includes(status))
    throw new Error(`the server has no sandbox that forces an outcome: ${path} answered ${status}`);
}

function directoryOf({ href }: URL): string {
  return href.endsWith("/") ? href : `${href}/`;
}

/** Calls an operation of the gateway. */
export function askGateway<Result>(
  context: StateContext,
  id: keyof typeof contract.operations,
  request: Partial<SampleRequest>,
): Promise<Result> {
  return callOperation(context, contract.operations[id], request);
}

/** @throws {Error} if the response is an error */
export async function callOperation<Result>(
  context: Pick<StateContext, "server" | "headers">,
  operation: Parameters<typeof writeRequest>[0],
  request: Partial<SampleRequest>,
): Promise<Result> {
  const headers = { ...context.headers, ...request.headers };
  const whole = { path: {}, query: {}, ...request, headers };
  const wire = writeRequest(operation, whole, context.server);
  const { status, text } = await sendWireRequest(wire, PATIENCE_MS);
  if (status >= 300) throw new Error(`${operation.id} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Result;
}

/** Makes a request from the values of a provider state. `accountRefId` becomes the header. */
export function forAccount({
  accountRefId,
  ...body
}: Record<string, unknown>): Partial<SampleRequest> {
  return {
    body,
    ...(accountRefId !== undefined && { headers: { "X-Account-Ref-ID": accountRefId } }),
  };
}
