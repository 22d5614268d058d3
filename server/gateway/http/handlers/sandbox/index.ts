import type { Handlers } from "../../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../context.ts";
import { clockHandlers } from "./clock.ts";
import { deliveriesHandlers } from "./deliveries.ts";
import { listRecords } from "./listRecords.ts";
import { partnersHandlers } from "./partners.ts";
import { paymentsHandlers } from "./payments.ts";
import { requestsHandlers } from "./requests.ts";

/** Every operation of the sandbox's contract. */
export const sandboxHandlers = {
  ...partnersHandlers,
  ...paymentsHandlers,
  ...deliveriesHandlers,
  listRecords,
  ...requestsHandlers,
  ...clockHandlers,
} satisfies Handlers<SandboxContext>;
