import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const world = pathToFileURL(resolve(import.meta.dirname, "faulty-world.ts")).href;

/** The environment of a gateway with a bank and name servers that fail. */
export const faultyWorld = { NODE_OPTIONS: `--import=${world}` };

export type BankFault = "hangs" | "rejects" | "throws" | "answers-nonsense" | "is-slow";

/** The bank code whose payment decisions fail. */
export const FAULTY_BANK = "BANK02";

/** The bank code whose first decision is pending. */
export const LATE_BANK = "BANK03";

/** An account whose registration fails. */
export const FAULTY_ACCOUNT = "0071000666666";

/** The authorized amount in VND whose reversal fails. */
export const FAULTY_AMOUNT = 200_666;
