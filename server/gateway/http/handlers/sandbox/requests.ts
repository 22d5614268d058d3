import type { Handlers } from "../../../../../generated/sandbox/handlers.ts";
import type { RequestSummary } from "@contract-toolkit/inspector";
import { NotFoundError } from "../../../domain/errors.ts";
import type { Partner } from "../../../domain/partners/partner.ts";
import { DEMO_PARTNER_CODE } from "../../../domain/partners/partners.ts";
import type { SandboxContext } from "../../context.ts";

/** Operations of recorded requests. */
export const requestsHandlers = {
  async listRequests({ query, context: { recorder, partner } }, reply) {
    const found = await recorder.search(query.text ?? "");
    const seen = found.filter((requestSummary) => isVisibleTo(partner, requestSummary));
    return reply(200, { requests: seen.slice(-query.limit).reverse() });
  },

  readRequest({ path, context: { recorder, partner } }, reply) {
    const found = recorder.find(Number(path.number));
    if (!found || !isVisibleTo(partner, found)) throw new NotFoundError("request");
    return reply(200, found);
  },

  followRequests({ query, signal, context: { recorder, partner, closing } }, reply) {
    const isSeen = (request: RequestSummary) => isVisibleTo(partner, request);
    const { after } = query;
    if (!query.wait) return reply(200, recorder.list(after).filter(isSeen));
    const ended = AbortSignal.any([signal, closing]);
    const options = { after, signal: ended, isSeen, owner: partner.code };
    return reply(200, recorder.follow(options));
  },
} satisfies Partial<Handlers<SandboxContext>>;

/** Whether a partner may see a request (choice "inspector"). */
function isVisibleTo({ code }: Partner, { caller }: RequestSummary): boolean {
  return code === DEMO_PARTNER_CODE || code === caller;
}
