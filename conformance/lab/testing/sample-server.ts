import { createServer } from "node:http";
import type { Engine } from "../../../server/skeleton/index.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import { NoCredentialError } from "../../../scripts/mock/refusals.ts";
import { createMock } from "../../../scripts/mock/router.ts";
import type { Suite } from "../../index.ts";

/** What it takes for a credential of any scheme. */
export const sampleCredential = "user:secret %";

/** A mock of a contract, of which a test sees what it answered. */
export interface SampleServer extends AsyncDisposable {
  readonly url: URL;
  /** Why it answered other than with what the contract documents. */
  readonly problems: string[];
  /** Operations that were asked what no sample of theirs asks. */
  readonly unknown: string[];
}

/**
 * Serves a contract by the mock, on an engine.
 *
 * @param isGood whether the text of the header "authorization" lets in; default: any does
 */
export async function startSampleServer(
  suite: Suite,
  engine: Engine,
  isGood: (authorization: string) => boolean = () => true,
): Promise<SampleServer> {
  const problems: string[] = [];
  const unknown: string[] = [];
  const { router } = createMock(suite, {
    engine,
    onResponse({ operation, problem, answer, undocumented }) {
      if (answer.endsWith("; nearest")) unknown.push(operation?.id ?? "");
      const isRefused = problem?.kind === "thrown" && problem.error instanceof NoCredentialError;
      const isOwn = problem?.kind === "invalid-response" || problem?.kind === "thrown";
      if (isOwn && !isRefused) problems.push(JSON.stringify({ problem, undocumented }));
    },
  });
  const { url, [Symbol.asyncDispose]: close } = await listen(
    createServer((request, response) => {
      const { authorization = "" } = request.headers;
      // A mock refuses only who has no credential.
      if (!isGood(authorization)) delete request.headers.authorization;
      router(request, response);
    }),
  );
  return { url, problems, unknown, [Symbol.asyncDispose]: close };
}
