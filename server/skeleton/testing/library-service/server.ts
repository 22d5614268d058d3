import express from "express";
import type { Contract, OperationTypes, Received, Reply } from "@contract-toolkit/kernel";
import {
  createContractRouter,
  type ResponseInfo,
  type Engine,
  type InvalidRequest,
  type Problem,
  type ProblemAnswer,
} from "../../index.ts";
import { listen } from "../listen.ts";

type AnyHandler = (
  request: Received<OperationTypes, object>,
  reply: Reply<OperationTypes>,
) => unknown;

/** A server of the library service's catalogue whose handlers a test can replace. */
export interface LibraryServer extends AsyncDisposable {
  readonly url: URL;
  readonly handlers: Record<string, AnyHandler>;
  /** What handlers have received, the last one last. */
  readonly received: Received<OperationTypes, object>[];
  readonly answered: ResponseInfo<object>[];
}

const item = {
  id: "i-1",
  addedAt: "2026-05-01T08:00:00Z",
  title: "Rivers",
  medium: "paper",
  content: { kind: "book", pages: 212 },
};

/** Serves the catalogue by the skeleton on a free port. Its types were generated for this run, so none are static. */
export async function startLibraryServer(
  contract: Contract,
  engine: Engine,
): Promise<LibraryServer> {
  const received: Received<OperationTypes, object>[] = [];
  const answered: ResponseInfo<object>[] = [];
  const handlers: Record<string, AnyHandler> = {
    findItems: (_, reply) => reply(200, [item]),
    addItem: ({ body }, reply) => {
      const added = { ...item, ...(body as object), id: "i-2" };
      return reply(201, added, { location: "/items/i-2" });
    },
    removeItem: (_, reply) => reply(204, undefined),
    readLabel: (_, reply) => reply(200, "RIV 1"),
  };
  const recording = Object.fromEntries(
    Object.keys(handlers).map((id) => [
      id,
      (request: Received<OperationTypes, object>, reply: Reply<OperationTypes>) => {
        received.push(request);
        return handlers[id]?.(request, reply);
      },
    ]),
  );
  const app = express().use(
    createContractRouter(contract, recording as never, {
      engine,
      authenticate: () => ({}),
      errorHandler: answerProblem,
      onResponse: (each) => answered.push(each),
    }),
  );
  const { url, [Symbol.asyncDispose]: close } = await listen(app);
  return { url, handlers, received, answered, [Symbol.asyncDispose]: close };
}

function answerProblem(problem: Problem): ProblemAnswer {
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

/** This contract has no place for a count beside the list, so that the last of the list is one. */
function problemsIn({ faults, omittedFaults }: InvalidRequest): { at: string; message: string }[] {
  const problems = faults.map(({ field, reason }) => ({ at: field, message: reason }));
  return omittedFaults === 0
    ? problems
    : [...problems, { at: "", message: `${omittedFaults} more` }];
}
