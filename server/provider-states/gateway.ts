import { operations as gateway } from "../../generated/gateway/operations.js";
import type { components as gatewayTypes } from "../../generated/gateway/types.ts";
import { operations as sandbox } from "../../generated/sandbox/operations.js";
import type { components as sandboxTypes } from "../../generated/sandbox/types.ts";
import {
  jwtCredentials,
  spoils,
  type Provider,
  type StateContext,
  type StateResult,
} from "@contract-toolkit/conformance";
import { withValue } from "@contract-toolkit/contract";
import {
  callSandbox,
  askGateway,
  forAccount,
  requireSandbox,
  callOperation,
} from "./gateway-helpers/calls.ts";
import { credential, existingJwt, expiredJwt } from "./gateway-helpers/credentials.ts";
import { http } from "./gateway-helpers/http-decisions.ts";
import { fillIn, withOtherKey } from "./gateway-helpers/pages.ts";
import { readQrCode } from "./gateway-helpers/pictures.ts";
import { provider as receiving } from "./merchant.ts";

/**
 * Sets up the states of the gateway's samples and scenarios with the sandbox of the reference gateway. A provider for another server
 * has states with the same names.
 */
export const provider: Provider = {
  credentials: async () => ({ [credential]: await existingJwt() }),

  readPicture: readQrCode,

  readState: readRecords,

  /** All partners share one clock. */
  exclusive: {
    states: ["clock", "real-clock", "still-clock"],
    operations: ["advanceClock", "freezeClock", "resetClock", "resetPartner", "unfreezeClock"],
  },

  http,

  /** Choice "jwt". Partners make their JWTs with the real time. */
  makeCredential: jwtCredentials({
    toleranceSeconds: 30,
    longestLifeSeconds: 24 * 3600,
    user: makePartner,
    another: makePartner,
  }),

  /** The sandbox spoils its own responses on request. */
  provocations: Object.fromEntries(
    Object.keys(spoils).map((spoil) => [
      spoil,
      async (server: URL) => {
        await requireSandbox(server);
        return {
          headers: { "X-Sandbox-Scenario": `answer:${spoil}` },
          traces: ["spoiltByTheSandbox"],
        };
      },
    ]),
  ),

  /** Its callbacks are those that merchants receive. */
  ...(receiving.open && { open: receiving.open }),
  ...(receiving.messageIdHeader && { messageIdHeader: receiving.messageIdHeader }),

  states: {
    /** A new partner, whose lists are empty. */
    async partner({ bindsSecret, callbackUrl, ...values }, context) {
      const { jwt, secret } = await createPartnerByApi(context, values);
      const headers = { [credential]: jwt };
      if (callbackUrl !== undefined)
        await callSandbox({ ...context, headers }, "registerCallbackUrl", {
          body: { url: callbackUrl },
        });
      return { headers, ...bind(bindsSecret, secret) };
    },

    /** A partner with an expired JWT. */
    async "expired-credential"(_, context) {
      const { partnerCode, secret } = await createPartnerByApi(context, {});
      return { headers: { [credential]: expiredJwt(partnerCode, secret) } };
    },

    /** New permissions of the partner. */
    permissions: (body, context) => done(context, "changePartner", { body }),

    /** The values default to those of the samples, as do those of authorizations and tokens. */
    async authentication({ binds, ...values }, context) {
      const { cardNumber: number, ...expiry } = card;
      const ofSample = { merchantRefId: "3DS-2026-0001", amount: 150_000 };
      const made = await callSandbox<{ authenticationId: string }>(
        context,
        "startAuthentication",
        forAccount({ ...ofSample, card: { number, ...expiry }, ...values }),
      );
      return bind(binds, made.authenticationId);
    },

    /** The cardholder's answer to the challenge of an authentication. */
    challenge: ({ authenticationId, ...values }, context) =>
      done(context, "completeChallenge", { path: { authenticationId }, ...forAccount(values) }),

    async authorization({ binds, ...values }, context) {
      return bind(binds, (await authorize(values, context)).authorizationId);
    },

    async "captured-authorization"({ binds, ...values }, context) {
      const { authorizationId } = await authorize(values, context);
      await done(context, "captureAuthorization", { path: { authorizationId } });
      return bind(binds, authorizationId);
    },

    /** The capture of an existing authorization. */
    capture: ({ authorizationId }, context) =>
      done(context, "captureAuthorization", { path: { authorizationId } }),

    async "reversed-authorization"({ binds, ...values }, context) {
      const { authorizationId } = await authorize(values, context);
      const body = { authorizationId, merchantRefId: values["merchantRefId"] };
      await askGateway(context, "reverseAuthorization", { body });
      return bind(binds, authorizationId);
    },

    async token({ binds, ...values }, context) {
      const saving = forAccount({ ...card, ...values });
      const saved = await callSandbox<{ token: string }>(context, "saveToken", saving);
      return bind(binds, saved.token);
    },

    /** An earlier order: with the given body and a new code, or the order of the case itself. */
    async order({ binds, bindsTransaction, body, status }, context) {
      const code = typeof binds === "string" ? context.fresh(binds.length) : undefined;
      const order = body === undefined ? context.case.request?.body : withOrderCode(body, code);
      const id = await prepareOrder(context, "payOrder", order, status);
      return joinStateResults(bind(binds, code), bind(bindsTransaction, id));
    },

    /** `count` orders. Methods and decisions of the bank take turns. */
    async orders({ count }, context) {
      const methods = ["CC", "EWALLET", "ATM"];
      const ends = [undefined, "success", "success", "error"];
      for (let at = 0; at < Number(count); at += 1) {
        const order = withOrderCode(plainOrder, context.fresh(20));
        const paid = withValue(order, "/transaction/paymentMethod", methods[at % methods.length]);
        await prepareOrder(context, "payOrder", paid, ends[at % ends.length]);
      }
      return {};
    },

    /** A payment that its customer must confirm. With `status`, the bank has decided it already. */
    async "direct-payment"({ binds, bindsTransaction, body, status }, context) {
      const code = context.fresh(String(binds).length);
      const id = await prepareOrder(context, "createPayment", withOrderCode(body, code), status);
      return joinStateResults(bind(binds, code), bind(bindsTransaction, id));
    },

    /** The bank's decision about a transaction. */
    decision: ({ transactionId, status }, context) =>
      done(context, "decideTransaction", { path: { transactionId }, body: { status } }),

    /**
     * The customer enters a one-time password, `right` or `wrong`, `times` in a row. With `late`, `otp` is the password itself, and the
     * page may refuse it.
     */
    async confirmation({ transactionId, verificationUrl, otp, times, late }, context) {
      if (late === true) {
        await fillIn(String(verificationUrl), { otp: String(otp), action: "confirm" });
        return {};
      }
      const { otp: right } = await callSandbox<{ otp: string }>(context, "readOtp", {
        path: { transactionId },
      });
      const form = { otp: otp === "right" ? right : otherDigits(right), action: "confirm" };
      for (let time = 0; time < Number(times ?? 1); time += 1)
        await fillIn(String(verificationUrl), form, { mustBeAccepted: true });
      return {};
    },

    /** The customer cancels a direct payment on the page of the password, which may refuse that. */
    async "confirmation-cancelled"({ verificationUrl }) {
      await fillIn(String(verificationUrl), { action: "cancel" });
      return {};
    },

    /**
     * The customer's `action` on the payment page, `pay` or `cancel`, with the fields `bankCode`, `cardNumber`, `cardExpiry` and
     * `cardCode`. The page may refuse it. `bindsNext` is bound to the URL to which the browser is redirected.
     */
    async checkout({ url, bindsNext, ...fields }) {
      return bind(bindsNext, await fillIn(String(url), fields));
    },

    /** The address of a customer's page without its key, or with the key of another page. */
    "forged-address": ({ url, keyOf, binds }) =>
      Promise.resolve(
        bind(binds, withOtherKey(String(url), typeof keyOf === "string" ? keyOf : undefined)),
      ),

    /** A form that another `site` sends to one of the customer's pages, which must refuse it. */
    async "foreign-form"({ url, site, ...fields }) {
      const headers = {
        Origin: "http://127.0.0.1:1",
        ...(typeof site === "string" && { "Sec-Fetch-Site": site }),
      };
      await fillIn(String(url), fields, { headers });
      return {};
    },

    /** The cardholder's answer on the page of a challenge, which may refuse it. */
    async "challenge-page"({ url, status }) {
      await fillIn(String(url), { action: status === "VERIFIED" ? "confirm" : "fail" });
      return {};
    },

    /** The conversion of a payment to installments. */
    installment: ({ transactionId }, context) =>
      done(context, "noticeInstallment", { path: { transactionId } }),

    /** A fault of the partner's next deliveries. */
    "delivery-fault": (body, context) => done(context, "addDeliveryFault", { body }),

    /** Another delivery of an event. */
    "replayed-delivery": ({ deliveryId }, context) =>
      done(context, "replayDelivery", { path: { deliveryId } }),

    /** An event that the partner sends to itself. */
    async event({ binds, body }, context) {
      const sent = await callSandbox<{ deliveryId: string }>(context, "sendEvent", { body });
      return bind(binds, sent.deliveryId);
    },

    /** The number of the partner's newest request. */
    async "last-request"({ binds }, context) {
      const made = await callSandbox<{ requests: { number: number }[] }>(context, "listRequests");
      return bind(binds, made.requests[0] && String(made.requests[0].number));
    },

    /** A later time during the case, by `advanceSeconds` or `until` a time, in whole seconds. */
    async clock({ advanceSeconds, until }, context) {
      const seconds = until === undefined ? advanceSeconds : await secondsUntil(until, context);
      return moveClock(context, "advanceClock", { body: { seconds } });
    },

    /** The real time, which is also restored after the case. */
    "real-clock": (_, context) => moveClock(context, "resetClock"),

    /** A frozen clock during the case, so that time limits can be tested to the second. */
    "still-clock": (_, context) => moveClock(context, "freezeClock"),

    async scenario({ code }, { server }) {
      await requireSandbox(server);
      return { headers: { "X-Sandbox-Scenario": String(code) } };
    },
  },
};

const plainOrder = {
  transaction: { amount: 150_000, currency: "VND", bankCode: "BANK01", action: "PAY" },
  partnerReference: {
    order: { info: "Two cinema tickets" },
    notificationConfig: {
      notifyUrl: "https://shop.example/",
      redirectUrl: "https://shop.example/",
    },
  },
};

const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };

function bind(sample: unknown, real: string | undefined): StateResult {
  const isBound = typeof sample === "string" || typeof sample === "number";
  return isBound && real !== undefined ? { bindings: { [sample]: real } } : {};
}

function joinStateResults(left: StateResult, right: StateResult): StateResult {
  return { bindings: { ...left.bindings, ...right.bindings } };
}

type RecordList = sandboxTypes["schemas"]["RecordList"];
type TransactionPage = gatewayTypes["schemas"]["TransactionPage"];

/** The partner's records and transactions, without what the bank, the customer or time changes. */
function readRecords(context: Pick<StateContext, "server" | "headers">): Promise<unknown> {
  const records = ["authentication", "authorization", "token"].map(async (kind) => {
    const query = { kind, limit: 100 };
    const list = await callOperation<RecordList>(context, sandbox.listRecords, { query });
    return list.records.map(({ recordId, reference, amount, changes }) => ({
      recordId,
      reference,
      amount,
      changes: changes.filter(({ who }) => who.startsWith("partner")),
    }));
  });
  const page = callOperation<TransactionPage>(context, gateway.listTransactions, {
    query: { limit: 50 },
  });
  const listed = page.then(({ transactions, pagination: { total } }) => ({
    total,
    transactions: transactions.map(({ serviceTransId, orderId, amount, extraData }) => ({
      serviceTransId,
      orderId,
      amount,
      extraData,
    })),
  }));
  return Promise.all([listed, ...records]).catch(() => undefined);
}

/** Calls the sandbox for a state without bindings. */
async function done(...asked: Parameters<typeof callSandbox>): Promise<StateResult> {
  await callSandbox(...asked);
  return {};
}

async function moveClock(...asked: Parameters<typeof callSandbox>): Promise<StateResult> {
  await callSandbox(...asked);
  return { undo: () => callSandbox(asked[0], "resetClock") };
}

function createPartnerByApi(
  context: Pick<StateContext, "server" | "headers">,
  body: object,
): Promise<{ partnerCode: string; jwt: string; secret: string }> {
  return callOperation(context, sandbox.createPartner, { body });
}

async function makePartner(context: Pick<StateContext, "server" | "headers">) {
  const { partnerCode, secret } = await createPartnerByApi(context, {});
  return { name: partnerCode, secret };
}

function authorize(
  values: Record<string, unknown>,
  context: StateContext,
): Promise<{ authorizationId: string }> {
  const ofSample = { amount: 250_000, merchantRefId: "REF-2026-0001" };
  return callSandbox(context, "createAuthorization", forAccount({ ...ofSample, ...values }));
}

/** Places an order, ends it with a status if one is given, and returns the id of its transaction. */
async function prepareOrder(
  context: StateContext,
  operation: "payOrder" | "createPayment",
  body: unknown,
  status: unknown,
): Promise<string> {
  const placed = await askGateway<{ transaction: { transactionId: string } }>(context, operation, {
    body,
  });
  const { transactionId } = placed.transaction;
  if (status !== undefined)
    await callSandbox(context, "decideTransaction", { path: { transactionId }, body: { status } });
  return transactionId;
}

function withOrderCode(body: unknown, code: string | undefined): unknown {
  return code === undefined ? body : withValue(body, "/partnerReference/order/id", code);
}

async function secondsUntil(time: unknown, context: StateContext): Promise<number> {
  const { now } = await callSandbox<{ now: string }>(context, "readClock");
  return Math.max(0, Math.ceil((Date.parse(String(time)) - Date.parse(now)) / 1000));
}

function otherDigits(digits: string): string {
  return digits.replace(/./, (first) => (first === "0" ? "1" : "0"));
}
