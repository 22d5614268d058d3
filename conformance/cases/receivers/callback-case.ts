import type { Operation, SampleRequest } from "@contract-toolkit/kernel";
import type { Case, CaseHead } from "../case.ts";
import type { RawForm } from "../servers/raw-form.ts";
import type { SignatureScheme, SignedMessage } from "./signature-scheme.ts";

/** Messages to a receiver that are made from a documented one: what must come of them, whatever they say. */
export interface CallbackCase extends CaseHead {
  readonly kind: "callback";
  readonly operation: Operation;
  readonly base: Case;
  readonly steps: readonly CallbackStep[];
}

/** A message, or several copies of it at once, and what has to come of it. */
export interface CallbackStep {
  readonly what: string;
  readonly form: MessageForm;
  readonly expected: "acknowledged" | "refused";
  /** Whether it is acted on: once, however many copies there are. Unless told, what is acknowledged is. */
  readonly isActedOn?: boolean;
  /** How many are sent at once; 1 unless told. */
  readonly copies?: number;
  /** It is sent after a while. */
  readonly isLater?: true;
}

/** How a message differs from its sample. All of it is signed, unless it is said otherwise. */
export interface MessageForm {
  /** The id, in which `{id}` stands for one that no other case has. */
  readonly id?: string;
  /** How much later than now it is signed. */
  readonly afterSeconds?: number;
  /** Headers as they are signed; `{seconds}` is the time of signing. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What else it says. */
  readonly change?: (request: SampleRequest) => SampleRequest;
  /** How it goes on the wire. */
  readonly raw?: RawForm;
  /** What stands in place of one of its signatures; undefined: nothing. */
  readonly signature?: {
    readonly place: string;
    readonly write: (scheme: SignatureScheme, message: SignedMessage) => unknown;
  };
  /** What becomes of it after it was signed. */
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
