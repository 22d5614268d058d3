import { createServer } from "node:http";
import { toFetchHandler } from "../../../server/skeleton/fetch/fetch-handler.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import { hasCode } from "../../mock/errors.ts";
import { createMock } from "../../mock/router.ts";
import type { Suite } from "../../../conformance/index.ts";

/** A credential that the mock accepts for any scheme. */
export const sampleCredential = "user:secret %";

/** A mock that records unexpected responses. */
export interface SampleServer extends AsyncDisposable {
  readonly url: URL;
  /** Responds to requests of the Fetch standard as the server does. */
  readonly handle: (request: Request) => Promise<Response>;
  /** Errors of the mock itself: thrown errors and responses outside the contract. */
  readonly problems: string[];
  /** Operations that received a request that is in no sample. */
  readonly unknown: string[];
}

/**
 * Serves the mock of a contract.
 *
 * @param isGood whether the value of the header `authorization` is accepted; default: every value
 */
export async function startSampleServer(
  suite: Suite,
  isGood: (authorization: string) => boolean = () => true,
): Promise<SampleServer> {
  const problems: string[] = [];
  const unknown: string[] = [];
  const { router } = createMock(suite, {
    onResponse({ operation, problem, sample, undocumented }) {
      if (sample.endsWith("; nearest")) unknown.push(operation?.id ?? "");
      const isRefused = problem?.kind === "thrown" && hasCode(problem.error, "no-credential");
      const isOwn = problem?.kind === "invalid-response" || problem?.kind === "thrown";
      if (isOwn && !isRefused) problems.push(JSON.stringify({ problem, undocumented }));
    },
  });
  const { url, [Symbol.asyncDispose]: close } = await listen(
    createServer((request, response) => {
      const { authorization = "" } = request.headers;
      // A mock refuses only requests without a credential.
      if (!isGood(authorization)) delete request.headers.authorization;
      router(request, response);
    }),
  );
  const handle = toFetchHandler(router);
  return { url, handle, problems, unknown, [Symbol.asyncDispose]: close };
}
