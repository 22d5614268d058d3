import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { replayDelivery as replay } from "../../domain/callbacks/deliveries.ts";
import { deliveryRecord } from "./presentation.ts";

export const replayDelivery: Handlers<SandboxContext>["replayDelivery"] = async (
  { path, context: { gateway, partner } },
  reply,
) => reply(200, deliveryRecord(await replay(gateway, partner.code, path.deliveryId)));
