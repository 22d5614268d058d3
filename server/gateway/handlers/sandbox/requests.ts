import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { Recorder, RequestSummary } from "../../../skeleton/inspector/index.ts";
import { NotFound } from "../../domain/errors.ts";
import type { Partner } from "../../domain/partners/partner.ts";
import { DEMO_PARTNER_CODE } from "../../domain/partners/partners.ts";
import type { SandboxContext } from "../../http/context.ts";

/** Operations of recorded requests. */
export const requestsHandlers = {
  listRequests({ query, context: { recorder, partner } }, reply) {
    const seen = recorder.list().filter((each) => isVisibleTo(partner, each));
    return reply(200, { requests: seen.slice(-query.limit).reverse() });
  },

  readRequest({ path, context: { recorder, partner } }, reply) {
    const found = recorder.find(Number(path.number));
    if (!found || !isVisibleTo(partner, found)) throw new NotFound("request");
    return reply(200, found);
  },

  followRequests({ query, signal, context: { recorder, partner, closing } }, reply) {
    const isSeen = (request: RequestSummary) => isVisibleTo(partner, request);
    const ended = AbortSignal.any([signal, closing]);
    const past = () => recorder.list(query.after).filter(isSeen);
    return reply(200, query.wait ? onward(past, recorder, isSeen, ended) : past());
  },
} satisfies Partial<Handlers<SandboxContext>>;

async function* onward(
  past: () => readonly RequestSummary[],
  recorder: Recorder,
  isSeen: (request: RequestSummary) => boolean,
  signal: AbortSignal,
): AsyncGenerator<RequestSummary> {
  // Read at the same time as following begins, so that no request is missed.
  let waiting = [...past()];
  let wake = () => {};
  const stop = recorder.follow((request) => {
    // A slow client misses the oldest requests until its connection is closed.
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

/** Whether a partner may see a request (choice "inspector"). */
function isVisibleTo({ code }: Partner, { caller }: RequestSummary): boolean {
  return code === DEMO_PARTNER_CODE || code === caller;
}
