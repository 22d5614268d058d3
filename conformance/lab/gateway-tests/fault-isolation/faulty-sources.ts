import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const world = pathToFileURL(resolve(import.meta.dirname, "faulty-world.ts")).href;

/** The environment of a gateway with a bank and name servers that fail. */
export const faultyWorld = { NODE_OPTIONS: `--import=${world}` };

/** How a bank can fail. */
export type BankFault = "hangs" | "rejects" | "throws" | "answers-nonsense" | "is-slow";

/** A bank that fails when it is asked about a payment. */
export const FAULTY_BANK = "BANK02";

/** A bank that has not decided when it is asked first. */
export const LATE_BANK = "BANK03";

/** An account that makes the bank fail when it is registered. */
export const FAULTY_ACCOUNT = "0071000666666";

/** The amount of an authorization, in whole VND, that makes the bank fail when it is to be given back. */
export const FAULTY_AMOUNT = 200_666;
