import type { Operation, SampleRequest } from "@contract-toolkit/contract";
import type { Case, CaseHead } from "../case.ts";
import type { RawForm } from "../servers/raw-form.ts";
import type { SignatureScheme, SignedMessage } from "./signature-scheme.ts";

/** Messages to a receiver that are made from a documented one, and what the receiver must do. */
export interface CallbackCase extends CaseHead {
  readonly kind: "callback";
  readonly operation: Operation;
  readonly base: Case;
  readonly steps: readonly CallbackStep[];
}

/** A message, or several copies of it at once, and what the receiver must do. */
export interface CallbackStep {
  readonly what: string;
  readonly form: MessageForm;
  readonly expected: "acknowledged" | "refused";
  /** Whether the receiver must act on it, once for all copies; default: if it is acknowledged. */
  readonly isActedOn?: boolean;
  /** How many copies are sent at once; default: 1. */
  readonly copies?: number;
  /** It is sent some seconds later. */
  readonly isLater?: true;
}

/** How a message differs from its sample. Everything except `signature` and `damage` is changed before signing. */
export interface MessageForm {
  /** The id. `{id}` stands for a unique one. */
  readonly id?: string;
  /** The time of signing, in seconds from now. */
  readonly afterSeconds?: number;
  /** `{seconds}` is the time of signing. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly change?: (request: SampleRequest) => SampleRequest;
  /** A value that stamping and signing must not replace. */
  readonly kept?: { readonly pointer: string; readonly value: unknown };
  readonly raw?: RawForm;
  /** Replaces one of its signatures. If `write` returns undefined, the signature is left out. */
  readonly signature?: {
    readonly place: string;
    readonly write: (scheme: SignatureScheme, message: SignedMessage) => unknown;
  };
  /** Changes the message after it was signed. */
  readonly damage?: RawForm;
}

export function callbackCase(
  base: Case,
  name: string,
  why: string,
  expected: CallbackStep["expected"],
  form: MessageForm,
): CallbackCase {
  return callbackSteps(base, name, why, [{ what: why, form, expected }]);
}

export function callbackSteps(
  base: Case,
  name: string,
  why: string,
  steps: readonly CallbackStep[],
): CallbackCase {
  const { operation } = base;
  return {
    id: `${operation.id}/callback/${name}`,
    kind: "callback",
    why,
    source: operation.source,
    operation,
    base,
    steps,
  };
}
