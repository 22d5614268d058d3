import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import type { Recorder, RequestSummary } from "../../../skeleton/inspector/index.ts";
import { isVisibleTo } from "./visible-requests.ts";

export const followRequests: Handlers<SandboxContext>["followRequests"] = (
  { query, signal, context: { recorder, partner, closing } },
  reply,
) => {
  const isSeen = (request: RequestSummary) => isVisibleTo(partner, request);
  const ended = AbortSignal.any([signal, closing]);
  const past = recorder.list(query.after).filter(isSeen);
  return reply(200, query.wait ? onward(past, recorder, isSeen, ended) : past);
};

async function* onward(
  past: readonly RequestSummary[],
  recorder: Recorder,
  isSeen: (request: RequestSummary) => boolean,
  signal: AbortSignal,
): AsyncGenerator<RequestSummary> {
  let waiting = [...past];
  let wake = () => {};
  const stop = recorder.follow((request) => {
    // A client that takes nothing is cut off; until then it misses the oldest.
    if (isSeen(request) && waiting.push(request) > MOST_WAITING) waiting.shift();
    wake();
  });
  signal.addEventListener("abort", () => {
    wake();
  });
  try {
    while (!signal.aborted) {
      const ready = waiting;
      waiting = [];
      yield* ready;
      if (waiting.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (signal.aborted) resolve();
        });
    }
  } finally {
    stop();
  }
}

/** As many as a recorder keeps. */
const MOST_WAITING = 10_000;
