import type { Handlers } from "../../../../generated/gateway/handlers.ts";
import type { Context } from "../context.ts";
import { createPayment } from "./createPayment.ts";
import { deleteToken } from "./deleteToken.ts";
import { listTransactions } from "./listTransactions.ts";
import { lookupAuthentication } from "./lookupAuthentication.ts";
import { payOrder } from "./payOrder.ts";
import { reverseAuthorization } from "./reverseAuthorization.ts";

/** Every operation of the gateway's contract. */
export const handlers = {
  listTransactions,
  payOrder,
  createPayment,
  lookupAuthentication,
  reverseAuthorization,
  deleteToken,
} satisfies Handlers<Context>;
