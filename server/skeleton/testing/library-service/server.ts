import type { Contract, OperationTypes, Received, Reply } from "@contract-toolkit/contract";
import type { InvalidRequest, Problem, ProblemResponse } from "../../index.ts";
import { generateContracts, librarySpec } from "../generated.ts";
import type { Received as ReceivedResponse } from "../listen.ts";
import { startSmall, type SmallApp } from "../small-contract.ts";

type AnyHandler = (
  request: Received<OperationTypes, object>,
  reply: Reply<OperationTypes>,
) => unknown;

/** A server of the library service's catalogue. Tests can replace its handlers. */
export interface LibraryServer extends SmallApp<object> {
  readonly handlers: Record<string, AnyHandler>;
  /** What handlers have received, the last one last. */
  readonly received: Received<OperationTypes, object>[];
}

const item = {
  id: "i-1",
  addedAt: "2026-05-01T08:00:00Z",
  title: "Rivers",
  medium: "paper",
  content: { kind: "book", pages: 212 },
};

/** Serves the catalogue. Its types are generated at run time, so they are not static. */
export async function startLibraryServer(contract: Contract): Promise<LibraryServer> {
  const received: Received<OperationTypes, object>[] = [];
  const handlers: Record<string, AnyHandler> = {
    findItems: (_, reply) => reply(200, [item]),
    addItem: ({ body }, reply) => {
      const added = { ...item, ...(body as object), id: "i-2" };
      return reply(201, added, { location: "/items/i-2" });
    },
    removeItem: (_, reply) => reply(204, undefined),
    readLabel: (_, reply) => reply(200, "RIV 1"),
  };
  const recording = Object.keys(handlers).map((id): [string, AnyHandler] => [
    id,
    (request, reply) => {
      received.push(request);
      return handlers[id]?.(request, reply);
    },
  ]);
  const options = { errorHandler: respondToProblem };
  const given = Object.fromEntries(recording) as never;
  const app = await startSmall(contract, given, {}, options);
  return { ...app, handlers, received };
}

/** Generates the library service and serves its catalogue. */
export async function serveLibrary() {
  const generated = await generateContracts(librarySpec);
  const server = await startLibraryServer(await generated.contract("catalogue"));
  const handlers = { ...server.handlers };
  return {
    ...server,
    /** Restores the handlers and forgets all requests. */
    reset: () => {
      Object.assign(server.handlers, handlers);
      server.received.length = 0;
      server.answered.length = 0;
    },
    /** Posts an item. */
    post: (body: unknown, headers: Record<string, string> = json) =>
      server.send(
        "POST",
        "/items",
        headers,
        typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      ),
  };
}

export const json = { "Content-Type": "application/json" };

/** A valid item. */
export const draft = {
  title: "Night",
  medium: "audio",
  content: { kind: "recording", minutes: 3, narrator: null },
};

/** The violations in the response to a refused request. */
export function problemsOf({ text }: ReceivedResponse): { at: string; message: string }[] {
  return (JSON.parse(text) as { problems: { at: string; message: string }[] }).problems;
}

function respondToProblem(problem: Problem): ProblemResponse {
  switch (problem.kind) {
    case "invalid-request":
      return { status: 400, body: { problems: problemsIn(problem) } };
    case "unknown-path":
      return { status: 404, body: { missing: "path" } };
    case "method-not-allowed":
      return { status: 405, body: undefined };
    case "unsupported-media-type":
      return { status: 415, body: undefined };
    case "body-too-large":
      return { status: 413, body: undefined };
    case "malformed-request":
      return { status: problem.status, body: undefined };
    case "thrown":
    case "invalid-response":
      return { status: 500, body: undefined };
  }
}

/** This contract has no field for the number of further violations, so it is the last item of the list. */
function problemsIn({
  violations,
  omittedViolations,
}: InvalidRequest): { at: string; message: string }[] {
  const problems = violations.map(({ field, reason }) => ({ at: field, message: reason }));
  return omittedViolations === 0
    ? problems
    : [...problems, { at: "", message: `${omittedViolations} more` }];
}
