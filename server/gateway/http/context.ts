import type { Spoil } from "../sandbox/spoilt-answer.ts";
import type { Inbox } from "../console/inbox.ts";
import type { SentCallbacks } from "../console/sent-callbacks.ts";
import type { Recorder } from "../../skeleton/inspector/index.ts";
import type { SandboxClock } from "../sandbox/clock.ts";
import type { Gateway } from "../domain/dependencies.ts";
import type { Caller, Partner } from "../domain/partners/partner.ts";
import type { Links } from "../pages/links.ts";

/** What a handler knows of its request beside the content. */
export interface Context {
  readonly gateway: Gateway;
  readonly partner: Partner;
  readonly requestId: string;
  /** Where the customer's pages are. */
  readonly links: Links;
  readonly sandbox: boolean;
  /** The error code that the sandbox was asked to answer. */
  readonly scenario: number | undefined;
  /** How the sandbox was asked to spoil its answer. */
  readonly spoil: Spoil | undefined;
}

/** What a handler of the sandbox contract can do besides. */
export interface SandboxContext extends Context {
  readonly clock: SandboxClock;
  /** What was asked and answered. */
  readonly recorder: Recorder;
  readonly sentCallbacks: SentCallbacks;
  readonly inbox: Inbox;
  /** Aborted when the gateway stops: streams that would go on end. */
  readonly closing: AbortSignal;
}

/** Who asks, as the domain sees it: the partner, for the sub account that the request names. */
export function callerOf(
  { partner }: Context,
  headers: { readonly "X-Account-Ref-ID"?: string },
): Caller {
  return { partnerCode: partner.code, subAccount: headers["X-Account-Ref-ID"] };
}
