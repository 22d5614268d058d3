import { deepStrictEqual, strictEqual } from "node:assert";
import { BROKEN_PAGE, cannedAnswer } from "./canned-answers.ts";
import type { Server } from "./start-contender.ts";
import { pathOf } from "./specification.ts";
import { list, requestHeaders, type Workload } from "./workloads.ts";

/**
 * Makes sure that a server does the work that is measured: it answers what the others answer, and, unless it is the
 * bare one, refuses a request and an answer that break the contract.
 *
 * @throws {AssertionError}
 */
export async function expectEqualWork(
  server: Server,
  workloads: readonly Workload[],
): Promise<void> {
  const validates = server.contender !== "bare express";
  for (const position of ["first", "last"] as const) {
    for (const workload of workloads) {
      const { operation, query } = workload;
      const answer = await send(server, workload, position);
      strictEqual(answer.status, 200, await describe(server, workload, answer));
      deepStrictEqual(
        await answer.json(),
        cannedAnswer(operation, Object.fromEntries(new URLSearchParams(query))),
      );
    }
    for (const [workload, refusal] of [
      [list(51), 400],
      [list(15, BROKEN_PAGE), 500],
    ] as const) {
      const answer = await send(server, workload, position);
      const expected = validates ? refusal : 200;
      strictEqual(answer.status, expected, await describe(server, workload, answer));
      await answer.body?.cancel();
    }
  }
}

function send(
  { port, operations }: Server,
  { operation, method, query, body }: Workload,
  position: "first" | "last",
): Promise<Response> {
  const path = pathOf(operation, position, operations);
  return fetch(`http://127.0.0.1:${port}${path}${query}`, {
    method,
    headers: requestHeaders,
    ...(body !== undefined && { body }),
  });
}

async function describe(
  { contender, operations }: Server,
  { name }: Workload,
  answer: Response,
): Promise<string> {
  const body = await answer.clone().text();
  return `${contender} with ${operations} operations answers ${name} with ${answer.status}: ${body}`;
}
