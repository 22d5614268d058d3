import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { addDeliveryFault } from "./addDeliveryFault.ts";
import { advanceClock } from "./advanceClock.ts";
import { captureAuthorization } from "./captureAuthorization.ts";
import { changePartner } from "./changePartner.ts";
import { completeChallenge } from "./completeChallenge.ts";
import { createAuthorization } from "./createAuthorization.ts";
import { createPartner } from "./createPartner.ts";
import { decideTransaction } from "./decideTransaction.ts";
import { followRequests } from "./followRequests.ts";
import { freezeClock } from "./freezeClock.ts";
import { listDeliveries } from "./listDeliveries.ts";
import { listRequests } from "./listRequests.ts";
import { noticeInstallment } from "./noticeInstallment.ts";
import { readClock } from "./readClock.ts";
import { listRecords } from "./listRecords.ts";
import { listSentCallbacks } from "./listSentCallbacks.ts";
import { readInbox } from "./readInbox.ts";
import { readOtp } from "./readOtp.ts";
import { readPartner } from "./readPartner.ts";
import { readRequest } from "./readRequest.ts";
import { registerCallbackUrl } from "./registerCallbackUrl.ts";
import { removeDeliveryFaults } from "./removeDeliveryFaults.ts";
import { replayDelivery } from "./replayDelivery.ts";
import { resetClock } from "./resetClock.ts";
import { resetPartner } from "./resetPartner.ts";
import { saveToken } from "./saveToken.ts";
import { sendEvent } from "./sendEvent.ts";
import { startAuthentication } from "./startAuthentication.ts";
import { unfreezeClock } from "./unfreezeClock.ts";

/** Every operation of the sandbox's contract. */
export const sandboxHandlers = {
  createPartner,
  readPartner,
  changePartner,
  startAuthentication,
  completeChallenge,
  createAuthorization,
  captureAuthorization,
  saveToken,
  decideTransaction,
  readOtp,
  addDeliveryFault,
  listDeliveries,
  noticeInstallment,
  registerCallbackUrl,
  removeDeliveryFaults,
  replayDelivery,
  resetPartner,
  sendEvent,
  listSentCallbacks,
  readInbox,
  listRecords,
  listRequests,
  readRequest,
  followRequests,
  readClock,
  advanceClock,
  freezeClock,
  unfreezeClock,
  resetClock,
} satisfies Handlers<SandboxContext>;
