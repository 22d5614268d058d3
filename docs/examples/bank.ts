import type {
  Bank,
  BankSettings,
  Enrolment,
  ReversalDecision,
  SourceOfFunds,
  PaymentDecision,
} from "../../server/gateway/domain/bank/bank.ts";

/**
 * An example of a `BANK_MODULE`: a bank with an HTTP interface that uses JSON. Only a response with status 200 and a `code`
 * that is listed below is a decision. Everything else is an error, so that the gateway asks again. docs/bank.md describes the
 * whole interface.
 *
 * `EXAMPLE_BANK_URL` is the URL of the bank, `EXAMPLE_BANK_KEY` the key of the gateway.
 */
export function createBank({ environment }: BankSettings): Bank {
  const { EXAMPLE_BANK_URL: url, EXAMPLE_BANK_KEY: key } = environment;
  if (!url || !URL.canParse(url)) throw new Error("EXAMPLE_BANK_URL must be a URL.");
  if (!key) throw new Error("EXAMPLE_BANK_KEY is required.");

  /** Sends a request to the bank and returns its response. Paths and errors contain none of the sent data. */
  const ask = async (
    path: string,
    body: object,
    { signal, once }: { signal: AbortSignal | undefined; once?: string },
  ): Promise<ReceivedResponse> => {
    const response = await fetch(new URL(path, url), {
      method: "POST",
      redirect: "error",
      signal: signal ?? null,
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        // The bank charges at most once for a key, and repeats its first response.
        ...(once !== undefined && { "Idempotency-Key": once }),
      },
      body: JSON.stringify(body),
    });
    if (response.status !== 200)
      throw new Error(`The bank answered ${path} with ${response.status}.`);
    return readResponse(path, JSON.parse(await readText(path, response)));
  };

  return {
    async register(source, signal) {
      const { code, reference } = await ask("sources", sourceBody(source), { signal });
      if (code === "not-taken") return undefined;
      if (code !== "taken" || reference === undefined) throw unlisted("sources", code);
      return reference;
    },

    async sendOtp(transactionId, otp, signal) {
      const { code } = await ask("passwords", { transactionId, otp }, { signal });
      if (code !== "sent") throw unlisted("passwords", code);
    },

    async decide(payment, signal) {
      const { transactionId, amount, reference, partnerCode, bankCode } = payment;
      const body = { transactionId, amount, currency: "VND", reference, partnerCode, bankCode };
      const { code } = await ask("payments", body, { signal, once: transactionId });
      const decision = decisions.get(code);
      if (decision === undefined) throw unlisted("payments", code);
      return decision;
    },

    async reverse({ reversalId, authorizationId, amount }, signal) {
      const body = { reversalId, authorizationId, amount, currency: "VND" };
      const { code } = await ask("reversals", body, { signal, once: reversalId });
      const decision = reversalDecisions.get(code);
      if (decision === undefined) throw unlisted("reversals", code);
      return decision;
    },

    async enrol(cardNumber, signal) {
      const { code } = await ask("enrolments", { cardNumber }, { signal });
      const enrolment = enrolments.get(code);
      if (enrolment === undefined) throw unlisted("enrolments", code);
      return enrolment;
    },
  };
}

interface ReceivedResponse {
  readonly code: string;
  readonly reference: string | undefined;
}

/** The meaning of the bank's codes. Codes that are not final, such as "in-doubt", are left out on purpose. */
const decisions: ReadonlyMap<string, PaymentDecision | "pending"> = new Map([
  ["paid", "success"],
  ["refused", "declined"],
  ["no-funds", "insufficient-funds"],
  ["card-expired", "expired-card"],
  ["issuer-silent", "issuer-timeout"],
  ["working", "pending"],
]);

const reversalDecisions: ReadonlyMap<string, ReversalDecision> = new Map([
  ["given-back", { status: "success" }],
  ["working", { status: "pending" }],
  [
    "refused",
    {
      status: "error",
      error: { errorCode: 402, message: "The bank refused the reversal.", details: [] },
    },
  ],
]);

const enrolments: ReadonlyMap<string, Enrolment> = new Map([
  ["ask-holder", "challenge"],
  ["no-question", "frictionless"],
  ["not-enrolled", "not-enrolled"],
  ["not-checked", "check-failed"],
  ["rejected", "failed"],
]);

function sourceBody(source: SourceOfFunds): object {
  const { type: _, ...known } = source;
  return source.type === "card"
    ? { ...known, cardNumber: source.cardNumber.replace(/\D/g, "") }
    : known;
}

/** Longer responses are cut off. The responses of this bank have a few hundred bytes. */
const longestResponseBytes = 100_000;

async function readText(path: string, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > longestResponseBytes)
      throw new Error(`The bank answered ${path} with more than ${longestResponseBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function readResponse(path: string, body: unknown): ReceivedResponse {
  if (typeof body === "object" && body !== null && "code" in body && typeof body.code === "string")
    return {
      code: body.code,
      reference:
        "reference" in body && typeof body.reference === "string" ? body.reference : undefined,
    };
  throw new Error(`The bank answered ${path} without a code.`);
}

function unlisted(path: string, code: string): Error {
  return new Error(`The bank answered ${path} with the code ${JSON.stringify(code)}.`);
}
