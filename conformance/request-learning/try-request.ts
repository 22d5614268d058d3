/** One exchange with a server, whatever it answers. */
import type { Case } from "../cases/case.ts";
import type { Suite } from "../suite.ts";
import { judgeResponse, sendRequest, type JudgedResponse } from "../targets/response.ts";
import { judgeSample } from "../targets/judge-sample.ts";
import { verdictWithStates, type ServerUnderTest } from "../targets/state-setup.ts";
import type { Verdict } from "../verdict.ts";

export interface Tried {
  readonly played: Case;
  readonly verdict: Verdict;
  /** Undefined if there was no response. */
  readonly response?: JudgedResponse & { readonly location?: string };
}

/** Sends a request of an operation. Any documented response that satisfies its schema is right. */
export async function tryRequest(
  suite: Suite,
  { url, headers }: Pick<ServerUnderTest, "url" | "headers">,
  played: Case,
): Promise<Tried> {
  const { operation, request } = played;
  let result: Tried["response"];
  const verdict = await verdictWithStates(played, async (_, trace) => {
    const raw = await sendRequest(url, operation, request, headers, headers, trace);
    const location = raw.headers.get("location") ?? undefined;
    result = {
      ...judgeResponse(suite, operation, raw),
      ...(location !== undefined && { location }),
    };
    return judgeSample(suite, played, played.response, raw, new Map());
  });
  const response = result && {
    status: result.status,
    headers: {},
    ...(result.body !== undefined && { body: result.body }),
  };
  return {
    played: response ? { ...played, response } : played,
    verdict,
    ...(result && { response: result }),
  };
}
