import { operations as sandbox } from "../../generated/sandbox/operations.js";
import {
  jwtCredentials,
  spoils,
  type Provider,
  type StateContext,
  type StateResult,
} from "@contract-toolkit/conformance";
import { withValue } from "@contract-toolkit/kernel";
import { ask, askGateway, forAccount, requireSandbox, send } from "./gateway/calls.ts";
import { credential, existingJwt, expiredJwt } from "./gateway/credentials.ts";
import { fillIn, withOtherKey } from "./gateway/pages.ts";
import { provider as receiving } from "./merchant.ts";

/**
 * Brings about what the gateway's samples and scenarios need through the sandbox of the reference gateway. A provider
 * for another server has the same names and does the same in that server's way.
 */
export const provider: Provider = {
  credentials: async () => ({ [credential]: await existingJwt() }),

  /** There is one clock for all partners. */
  exclusive: {
    states: ["clock", "real-clock", "still-clock"],
    operations: ["advanceClock", "freezeClock", "resetClock", "resetPartner", "unfreezeClock"],
  },

  /**
   * Choices "confidential-text", "content-type", "error-field", "http-status", "precedence", "rate-limits" and
   * "text-limits". That a host is named once is RFC 9112, section 3.2, and that a path without its parameter is none is
   * the documented interface.
   */
  http: {
    bodyLimitBytes: 102_400,
    nestingLevels: 64,
    mostFaults: 100,
    isEmptySegmentUnknown: true,
    isBracketedNameKnown: true,
    unknownNames: {
      told: ["123456789012", "1234-5678-9012.x", "x".repeat(64), "a_b.c-d[0]"],
      leftOut: [
        "1234567890123",
        "378282246310005",
        "4111-1111-1111-1111",
        "card4111111111111111",
        "x".repeat(65),
        "a name",
        "<b>",
      ],
    },
    openPoints: {
      "missing-content-type": "refused",
      "repeated-parameters": "refused",
      "type-without-body": "accepted",
      "ambiguous-host": "refused",
    },
    codes: { 401: 401, 404: 404, 405: 405, 413: 413, 415: 415 },
    precedence: [
      ["unknown-path", "method"],
      ["credential"],
      ["size", "media-type"],
      ["schema", "business-rule 1"],
      ["business-rule 90"],
      ["bounds"],
      ["business-rule 140"],
      ["business-rule 141"],
      ["business-rule"],
    ],
  },

  /** Choice "jwt"; partners make their JWTs by real time. */
  makeCredential: jwtCredentials({
    toleranceSeconds: 30,
    longestLifeSeconds: 24 * 3600,
    async user({ server, headers }) {
      const { partnerCode, secret } = await createPartner({ server, headers }, {});
      return { name: partnerCode, secret };
    },
  }),

  /** The sandbox spoils its own answers. */
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

  /** What it sends is for merchants. */
  ...(receiving.open && { open: receiving.open }),
  ...(receiving.messageIdHeader && { messageIdHeader: receiving.messageIdHeader }),

  states: {
    /** A partner of its own, so that nothing else is in its lists. */
    async partner({ bindsSecret, callbackUrl, ...values }, context) {
      const { jwt, secret } = await createPartner(context, values);
      const headers = { [credential]: jwt };
      if (callbackUrl !== undefined)
        await ask({ ...context, headers }, "registerCallbackUrl", { body: { url: callbackUrl } });
      return { headers, ...bind(bindsSecret, secret) };
    },

    /** A partner whose JWT's time was over before the case began. */
    async "expired-credential"(_, context) {
      const { partnerCode, secret } = await createPartner(context, {});
      return { headers: { [credential]: expiredJwt(partnerCode, secret) } };
    },

    /** What the partner may do from now on. */
    permissions: (body, context) => done(context, "changePartner", { body }),

    async authentication({ binds, ...values }, context) {
      const made = await ask<{ authenticationId: string }>(
        context,
        "startAuthentication",
        forAccount(values),
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

    /** The capture of an authorization that is there. */
    capture: ({ authorizationId }, context) =>
      done(context, "captureAuthorization", { path: { authorizationId } }),

    async "reversed-authorization"({ binds, ...values }, context) {
      const { authorizationId } = await authorize(values, context);
      const body = { authorizationId, merchantRefId: values["merchantRefId"] };
      await askGateway(context, "reverseAuthorization", { body });
      return bind(binds, authorizationId);
    },

    async token({ binds, ...values }, context) {
      const saved = await ask<{ token: string }>(context, "saveToken", forAccount(values));
      return bind(binds, saved.token);
    },

    /** An earlier order: of the values' own body under a fresh code, or the very order of the case. */
    async order({ binds, bindsTransaction, body, status }, context) {
      const code = typeof binds === "string" ? context.fresh(binds.length) : undefined;
      const order = body === undefined ? context.case.request?.body : withOrderCode(body, code);
      const id = await place(context, "payOrder", order, status);
      return both(bind(binds, code), bind(bindsTransaction, id));
    },

    /** So many orders of one body, with the methods and the bank's decisions by turns; null: none. */
    async orders({ count, body, paymentMethods, decisions }, context) {
      const [methods, ends] = [paymentMethods, decisions] as [string[], (string | null)[]];
      for (let at = 0; at < Number(count); at += 1) {
        const order = withOrderCode(body, context.fresh(20));
        const paymentMethod = methods[at % methods.length];
        const paid = withValue(order, "/transaction/paymentMethod", paymentMethod);
        await place(context, "payOrder", paid, ends[at % ends.length] ?? undefined);
      }
      return {};
    },

    /** A payment that its customer has to confirm; `status`: the bank has decided it all the same. */
    async "direct-payment"({ binds, bindsTransaction, body, status }, context) {
      const code = context.fresh(String(binds).length);
      const id = await place(context, "createPayment", withOrderCode(body, code), status);
      return both(bind(binds, code), bind(bindsTransaction, id));
    },

    /** The bank's word on a transaction. */
    decision: ({ transactionId, status }, context) =>
      done(context, "decideTransaction", { path: { transactionId }, body: { status } }),

    /**
     * The customer's one-time password, `right` or `wrong`, on the page that asks for it; `times` in a row. `late`: it
     * is `otp` itself, and may be refused.
     */
    async confirmation({ transactionId, verificationUrl, otp, times, late }, context) {
      if (late === true) {
        await fillIn(String(verificationUrl), { otp: String(otp), action: "confirm" }, true);
        return {};
      }
      const { otp: right } = await ask<{ otp: string }>(context, "readOtp", {
        path: { transactionId },
      });
      const sent = otp === "right" ? right : otherDigits(right);
      for (let time = 0; time < Number(times ?? 1); time += 1)
        await fillIn(String(verificationUrl), { otp: sent, action: "confirm" });
      return {};
    },

    /** The customer gives a direct payment up on the page that asks for the password, which may refuse that. */
    async "confirmation-cancelled"({ verificationUrl }) {
      await fillIn(String(verificationUrl), { action: "cancel" }, true);
      return {};
    },

    /**
     * The customer's `action` on the payment page, `pay` or `cancel`, with what it asks for: `bankCode`, `cardNumber`,
     * `cardExpiry`. The page may refuse it: what follows tells. `bindsNext`: where the customer's browser goes then.
     */
    async checkout({ url, bindsNext, ...fields }) {
      return bind(bindsNext, await fillIn(String(url), fields, true));
    },

    /** The address of a customer's page without what makes it the customer's own: with the id alone, or the key of another page. */
    "forged-address": ({ url, keyOf, binds }) =>
      Promise.resolve(
        bind(binds, withOtherKey(String(url), typeof keyOf === "string" ? keyOf : undefined)),
      ),

    /** A form that another `site` sends to one of the customer's pages, which has to refuse it. */
    async "foreign-form"({ url, site, ...fields }) {
      const headers = {
        Origin: "http://127.0.0.1:1",
        ...(typeof site === "string" && { "Sec-Fetch-Site": site }),
      };
      await fillIn(String(url), fields, true, headers);
      return {};
    },

    /** The cardholder's answer on the page of a challenge, which may refuse it. */
    async "challenge-page"({ url, status }) {
      await fillIn(String(url), { action: status === "VERIFIED" ? "confirm" : "fail" }, true);
      return {};
    },

    /** That a payment was turned into installments. */
    installment: ({ transactionId }, context) =>
      done(context, "noticeInstallment", { path: { transactionId } }),

    /** What goes wrong with the partner's next deliveries. */
    "delivery-fault": (body, context) => done(context, "addDeliveryFault", { body }),

    /** Another delivery of an event. */
    "replayed-delivery": ({ deliveryId }, context) =>
      done(context, "replayDelivery", { path: { deliveryId } }),

    /** An event of the partner's own, on its way. */
    async event({ binds, body }, context) {
      const sent = await ask<{ deliveryId: string }>(context, "sendEvent", { body });
      return bind(binds, sent.deliveryId);
    },

    /** The number of the partner's newest request. */
    async "last-request"({ binds }, context) {
      const made = await ask<{ requests: { number: number }[] }>(context, "listRequests", {});
      return bind(binds, made.requests[0] && String(made.requests[0].number));
    },

    /** A later time, for as long as the case takes: by so many seconds, or `until` a time, in whole seconds. */
    async clock({ advanceSeconds, until }, context) {
      const seconds = until === undefined ? advanceSeconds : await secondsUntil(until, context);
      return moveClock(context, "advanceClock", { body: { seconds } });
    },

    /** Real time, before the case and after it, whatever it does to the clock. */
    "real-clock": (_, context) => moveClock(context, "resetClock"),

    /** Time stands still during the case, so that a limit can be met to the second. */
    "still-clock": (_, context) => moveClock(context, "freezeClock"),

    async scenario({ code }, { server }) {
      await requireSandbox(server);
      return { headers: { "X-Sandbox-Scenario": String(code) } };
    },
  },
};

function bind(sample: unknown, real: string | undefined): StateResult {
  const isBound = typeof sample === "string" || typeof sample === "number";
  return isBound && real !== undefined ? { bindings: { [sample]: real } } : {};
}

function both(one: StateResult, other: StateResult): StateResult {
  return { bindings: { ...one.bindings, ...other.bindings } };
}

/** Asks the sandbox for what needs no binding. */
async function done(...asked: Parameters<typeof ask>): Promise<StateResult> {
  await ask(...asked);
  return {};
}

async function moveClock(
  context: StateContext,
  operation: Parameters<typeof ask>[1],
  request: Parameters<typeof ask>[2] = {},
): Promise<StateResult> {
  await ask(context, operation, request);
  return { undo: () => ask(context, "resetClock", {}) };
}

function createPartner(
  context: Pick<StateContext, "server" | "headers">,
  body: object,
): Promise<{ partnerCode: string; jwt: string; secret: string }> {
  return send(context, sandbox.createPartner, { body });
}

function authorize(
  values: Record<string, unknown>,
  context: StateContext,
): Promise<{ authorizationId: string }> {
  return ask(context, "createAuthorization", forAccount(values));
}

/** Places an order, which ends as the bank decides where there is a status; answers its transaction's id. */
async function place(
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
    await ask(context, "decideTransaction", { path: { transactionId }, body: { status } });
  return transactionId;
}

function withOrderCode(body: unknown, code: string | undefined): unknown {
  return code === undefined ? body : withValue(body, "/partnerReference/order/id", code);
}

async function secondsUntil(time: unknown, context: StateContext): Promise<number> {
  const { now } = await ask<{ now: string }>(context, "readClock", {});
  return Math.max(0, Math.ceil((Date.parse(String(time)) - Date.parse(now)) / 1000));
}

function otherDigits(digits: string): string {
  return digits.replace(/./, (first) => (first === "0" ? "1" : "0"));
}
