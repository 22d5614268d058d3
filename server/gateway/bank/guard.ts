import { isContainer } from "@contract-toolkit/contract";
import {
  type Bank,
  enrolments,
  type Enrolment,
  refusals,
  type ReversalDecision,
  type PaymentDecision,
} from "../domain/bank/bank.ts";
import { isStorable } from "../domain/storable-text.ts";
import { inSpan } from "../platform/tracing.ts";
import { TimeLimitError, withinTime } from "../platform/concurrency/within-time.ts";

/** Options of `guardBank`. */
export interface BankRules {
  readonly timeoutMs?: number | undefined;
  /** Called when a call has ended. */
  readonly onCall?: (call: BankCall) => void;
  /** Called when `decide`, `reverse` or `close` fails. */
  readonly onFailure: (failure: BankFailureError) => void;
}

/** A call that has ended. */
export interface BankCall {
  readonly call: Call;
  /** The order that it was about, and the request that placed it. */
  readonly about: { readonly transaction?: string; readonly requestId?: string | undefined };
  readonly result: "responded" | "failed" | "timed-out";
  readonly tookMs: number;
}

/** A bank threw, took too long or gave a response that is not allowed. */
export class BankFailureError extends Error {
  readonly code: `bank-${Call}-${"failed" | "timed-out" | "answered-wrongly"}`;

  constructor(call: Call, how: "failed" | "timed-out" | "answered-wrongly", cause?: unknown) {
    super(`The bank's ${call} ${how.replaceAll("-", " ")}.`, { cause });
    this.code = `bank-${call}-${how}`;
  }
}

type Call = keyof Bank;

/** A bank whose responses are not checked. */
export type UnguardedBank = {
  readonly [Method in keyof Bank]: (
    ...given: Parameters<NonNullable<Bank[Method]>>
  ) => Promise<unknown>;
};

/** Shorter than the pause between two questions (`ASK_PAUSE_MS`). */
const TIMEOUT_MS = 10_000;

/**
 * Checks the responses of a bank and limits their time. If the bank fails, `decide` and `reverse` return `pending`, and the
 * other methods throw BankFailureError.
 */
export function guardBank(
  bank: UnguardedBank,
  { timeoutMs = TIMEOUT_MS, onCall, onFailure }: BankRules,
): Bank {
  const call = async (
    name: Call,
    act: (signal: AbortSignal) => Promise<unknown>,
    about: BankCall["about"] = {},
  ): Promise<unknown> => {
    const begun = performance.now();
    const report = (result: BankCall["result"]) => {
      onCall?.({ call: name, about, result, tookMs: performance.now() - begun });
    };
    const attributes = { "gateway.transaction_id": about.transaction };
    try {
      const response = await inSpan(`bank ${name}`, attributes, () =>
        withinTime(timeoutMs, async (signal) => {
          const given = await act(signal);
          signal.throwIfAborted();
          return given;
        }),
      );
      report("responded");
      return response;
    } catch (error) {
      const how = error instanceof TimeLimitError ? "timed-out" : "failed";
      report(how);
      throw new BankFailureError(name, how, how === "failed" ? error : undefined);
    }
  };
  const ask = async <Result>(
    name: Call,
    isAllowed: (response: unknown) => response is Result,
    act: (signal: AbortSignal) => Promise<unknown>,
    about?: BankCall["about"],
  ): Promise<Result> => {
    const response = await call(name, act, about);
    if (!isAllowed(response)) throw new BankFailureError(name, "answered-wrongly");
    return response;
  };
  const unlessFailed = <Result>(unknown: Result, asked: Promise<Result>): Promise<Result> =>
    asked.catch((error: unknown) => {
      if (!(error instanceof BankFailureError)) throw error;
      onFailure(error);
      return unknown;
    });
  return {
    async register(source) {
      const response = await ask("register", isReference, (signal) =>
        bank.register(source, signal),
      );
      if (
        source.type === "card" &&
        response !== undefined &&
        containsCardNumber(response, source.cardNumber)
      )
        throw new BankFailureError("register", "answered-wrongly");
      return response;
    },
    async sendOtp(transactionId, otp) {
      await call("sendOtp", (signal) => bank.sendOtp(transactionId, otp, signal), {
        transaction: transactionId,
      });
    },
    decide(payment) {
      const about = { transaction: payment.transactionId, requestId: payment.requestId };
      const act = (signal: AbortSignal) => bank.decide(payment, signal);
      return unlessFailed("pending", ask("decide", isPaymentDecision, act, about));
    },
    reverse: async (reversal) =>
      documentedPart(
        await unlessFailed(
          { status: "pending" },
          ask("reverse", isReversalDecision, (signal) => bank.reverse(reversal, signal)),
        ),
      ),
    enrol: (cardNumber) => ask("enrol", isEnrolment, (signal) => bank.enrol(cardNumber, signal)),
    async close() {
      try {
        await bank.close?.();
      } catch (error) {
        onFailure(new BankFailureError("close", "failed", error));
      }
    },
  };
}

function isReference(response: unknown): response is string | undefined {
  return response === undefined || (response !== "" && isStorableText(response));
}

function isStorableText(text: unknown): text is string {
  return typeof text === "string" && text.length <= LONGEST_TEXT && isStorable(text);
}

/** Long enough for any signed token. The reference is stored with the order and sent with each question. */
const LONGEST_TEXT = 4096;

/** Whether a reference contains the card's number. */
function containsCardNumber(reference: string, cardNumber: string): boolean {
  const digits = cardNumber.replace(/\D/g, "");
  return digits.length >= SHORTEST_CARD_NUMBER && reference.replace(/\D/g, "").includes(digits);
}

// Card numbers have 10 to 19 digits (ISO/IEC 7812-1).
const SHORTEST_CARD_NUMBER = 10;

function isPaymentDecision(response: unknown): response is PaymentDecision | "pending" {
  return ["success", "pending", ...refusals].some((refusal) => refusal === response);
}

function isEnrolment(response: unknown): response is Enrolment {
  return enrolments.some((enrolment) => enrolment === response);
}

function isReversalDecision(response: unknown): response is ReversalDecision {
  if (!isContainer(response)) return false;
  const { status, error } = response;
  if (status !== "error") return status === "success" || status === "pending";
  if (!isContainer(error)) return false;
  const { errorCode, message, details } = error;
  return (
    Number.isInteger(errorCode) &&
    Math.abs(Number(errorCode)) <= LARGEST_ERROR_CODE &&
    isStorableText(message) &&
    Array.isArray(details) &&
    details.length <= MOST_DETAILS &&
    details.every(isFieldViolation)
  );
}

/** Drops further fields, because responses with undocumented fields are not sent. */
function documentedPart(decision: ReversalDecision): ReversalDecision {
  if (decision.status !== "error") return decision;
  const { errorCode, message, details } = decision.error;
  const documented = details.map(({ field, reason }) => ({ field, reason }));
  return { status: "error", error: { errorCode, message, details: documented } };
}

/** `errorInformation.errorCode` of the contract is an int32. */
const LARGEST_ERROR_CODE = 2 ** 31 - 1;

/** As many as the gateway lists itself in one response. */
const MOST_DETAILS = 100;

function isFieldViolation(detail: unknown): boolean {
  return isContainer(detail) && isStorableText(detail["field"]) && isStorableText(detail["reason"]);
}
