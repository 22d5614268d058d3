import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { NotFound } from "../../domain/errors.ts";
import type { SandboxContext } from "../../http/context.ts";
import { isVisibleTo } from "./visible-requests.ts";

export const readRequest: Handlers<SandboxContext>["readRequest"] = (
  { path, context: { recorder, partner } },
  reply,
) => {
  const found = recorder.find(Number(path.number));
  if (!found || !isVisibleTo(partner, found)) throw new NotFound("request");
  return reply(200, found);
};
