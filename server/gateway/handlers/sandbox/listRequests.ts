import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { isVisibleTo } from "./visible-requests.ts";

export const listRequests: Handlers<SandboxContext>["listRequests"] = (
  { query, context: { recorder, partner } },
  reply,
) => {
  const seen = recorder.list().filter((each) => isVisibleTo(partner, each));
  return reply(200, { requests: seen.slice(-query.limit).reverse() });
};
