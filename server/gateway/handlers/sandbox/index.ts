import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../context.ts";
import { advanceClock } from "./advanceClock.ts";
import { captureAuthorization } from "./captureAuthorization.ts";
import { createAuthorization } from "./createAuthorization.ts";
import { createPartner } from "./createPartner.ts";
import { decideTransaction } from "./decideTransaction.ts";
import { readClock } from "./readClock.ts";
import { saveToken } from "./saveToken.ts";
import { startAuthentication } from "./startAuthentication.ts";

/** Every operation of the sandbox's contract. */
export const sandboxHandlers = {
  createPartner,
  startAuthentication,
  createAuthorization,
  captureAuthorization,
  saveToken,
  decideTransaction,
  readClock,
  advanceClock,
} satisfies Handlers<SandboxContext>;
