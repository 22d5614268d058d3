import type { Scenario } from "./sandbox/forced-outcome.ts";
import type { Inbox } from "./console/inbox.ts";
import type { SentCallbacks } from "./console/sent-callbacks.ts";
import type { Recorder } from "@contract-toolkit/inspector";
import type { SandboxClock } from "./sandbox/clock.ts";
import type { Gateway } from "../domain/dependencies.ts";
import type { Caller, Partner } from "../domain/partners/partner.ts";
import type { Links } from "./pages/links.ts";

/** The context of a handler. */
export interface Context {
  readonly gateway: Gateway;
  readonly partner: Partner;
  readonly requestId: string;
  /** The addresses of the customer's pages. */
  readonly links: Links;
  readonly sandbox: boolean;
  /** What the request asks of a sandbox's response. */
  readonly scenario: Scenario;
}

/** The context of a handler of the sandbox contract. */
export interface SandboxContext extends Context {
  readonly clock: SandboxClock;
  /** The recent requests and their responses. */
  readonly recorder: Recorder;
  readonly sentCallbacks: SentCallbacks;
  readonly inbox: Inbox;
  /** Aborted when the gateway stops, which ends streams. */
  readonly closing: AbortSignal;
}

/** The caller of a request: the partner, and the sub account that the request names. */
export function callerOf(
  { partner }: Context,
  headers: { readonly "X-Account-Ref-ID"?: string },
): Caller {
  return { partnerCode: partner.code, subAccount: headers["X-Account-Ref-ID"] };
}
