import { valueAt, withValue } from "@contract-toolkit/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Provider } from "../../provider.ts";
import { describeVerdict } from "../../index.ts";
import { playScenario, type ServerInScenario } from "../../scenarios/play.ts";
import { startTestGateway, type DisposableGateway } from "../testing/gateway-on-test-database.ts";
import { startJsonProxy, type Meddle } from "../testing/json-proxy.ts";
import { drawn } from "../testing/random.ts";
import { inScenario, scenarios } from "../../testing/scenarios.ts";

/** A gateway that behaves as it must not. */
interface Broken {
  readonly how: string;
  /** The scenarios that have to find it out. */
  readonly foundBy: readonly string[];
  /** On the way of the documented calls. */
  readonly meddle?: Meddle;
  /** What the gateway takes no notice of. */
  readonly ignores?: string;
  /** What of a callback is otherwise than it should be. */
  readonly callback?: Provider["open"];
}

const LIST = "/api/v2/orders/transactions";
const ORDER_ID = "/partnerReference/order/id";
const SUB_ACCOUNT = "x-account-ref-id";
let made = 0;
let owner: string | undefined;

const all: readonly Broken[] = [
  {
    how: "takes every order code again",
    foundBy: ["duplicate-order", "order-expiry", "order-codes", "nothing-after-the-end"],
    meddle(request, forward) {
      made += 1;
      if (request.body !== undefined && request.target.includes("/orders/"))
        request.body = withValue(request.body, ORDER_ID, `again-${made}`);
      return forward();
    },
  },
  {
    how: "lists what it has seen pending as pending for ever",
    foundBy: ["pay-then-list", "order-expiry", "wrong-otp-five-times"],
    meddle: answering(LIST, (body) =>
      withValue(
        withValue(body, "/transactions/0/status", "pending"),
        "/transactions/0/errorCode",
        35,
      ),
    ),
  },
  ...["page", "status", "paymentMethod", "startTime"].map((name): Broken => ({
    how: `ignores ${name}`,
    foundBy: name === "page" ? ["filter-and-page", "same-instant"] : ["filter-and-page"],
    meddle(request, forward) {
      const url = new URL(request.target, "http://any");
      url.searchParams.delete(name);
      if (name === "startTime") url.searchParams.delete("endTime");
      request.target = url.pathname + url.search;
      return forward();
    },
  })),
  {
    how: "lists the oldest first",
    foundBy: ["filter-and-page"],
    meddle: answering(LIST, (body) => {
      const { transactions } = body as { transactions: unknown[] };
      return withValue(body, "/transactions", transactions.toReversed());
    }),
  },
  {
    how: "lists what is open as paid",
    foundBy: ["forms-of-others", "pay-then-list"],
    meddle: answering(LIST, (body) => withValue(body, "/transactions/0/status", "success")),
  },
  {
    how: "lists another time than it tells",
    foundBy: ["records-known"],
    meddle: answering(LIST, (body) => withValue(body, "/transactions/0/transactionTs", 1)),
  },
  {
    how: "takes every partner for another one",
    foundBy: ["partner-made"],
    meddle: answering("/api/v2/orders/payment", (body) =>
      withValue(body, "/transaction/partnerCode", "P-OTHER"),
    ),
  },
  {
    how: "lists deliveries under ids of their own",
    foundBy: ["event-sent", "delivery-listed"],
    meddle: answering("/deliveries", (body) =>
      withValue(body, "/deliveries/0/deliveryId", "2b3c4d5e-6f7a-4b8c-9d0e-1f2a3b4c5d6e"),
    ),
  },
  {
    how: "calls every address",
    foundBy: ["addresses-not-called"],
    meddle: answering("/deliveries", (body) =>
      withValue(body, "/deliveries/0/attempts/0/outcome", "timed-out"),
    ),
  },
  {
    how: "verifies whoever fails",
    foundBy: ["challenge-failed", "authentication-failed", "challenge-ends-once"],
    meddle: answering("/enrollment/", (body) =>
      withValue(withValue(body, "/status", "VERIFIED"), "/eci", "05"),
    ),
  },
  {
    how: "answers the indicator of a challenge where there was none",
    foundBy: ["frictionless", "card-not-enrolled"],
    meddle: answering("/enrollment/", (body) => withValue(body, "/eci", "05")),
  },
  {
    how: "forgets the challenge",
    foundBy: ["challenge-passed", "challenge-failed"],
    ignores: "challenge",
  },
  {
    how: "lets in with any credential",
    foundBy: ["expired-credential"],
    ignores: "expired-credential",
  },
  {
    how: "knows one language",
    foundBy: ["language", "payment-pages"],
    meddle(request, forward) {
      delete request.headers["x-language"];
      delete request.headers["language"];
      return forward();
    },
  },
  {
    how: "takes the language by either name everywhere",
    foundBy: ["language"],
    meddle(request, forward) {
      const { headers } = request;
      const name = request.target.includes("/enrollment/") ? "language" : "x-language";
      const other = headers["language"] ?? headers["x-language"];
      if (headers[name] === undefined && other !== undefined) headers[name] = other;
      return forward();
    },
  },
  {
    how: "tells partners apart by nothing",
    foundBy: ["other-partner"],
    meddle(request, forward) {
      owner ??= request.headers["x-service-auth"];
      if (owner !== undefined && !request.target.startsWith("/sandbox"))
        request.headers["x-service-auth"] = owner;
      return forward();
    },
  },
  {
    how: "forgets the fee",
    foundBy: ["fee-notified", "fees-told", "partner-changed"],
    meddle: answering("/create-payment", (body) => withValue(body, "/transaction/amount", 250_000)),
  },
  {
    how: "tells another result than it answers",
    foundBy: [
      "challenge-passed",
      "challenge-failed",
      "frictionless",
      "card-not-enrolled",
      "authentication-failed",
      "payment-notified",
      "order-expiry",
      "wrong-otp-five-times",
      "saved-cards",
      "banks-and-payers",
      "authentications-by-card",
      "cards-of-networks",
      "declined-on-the-page",
      "declined-directly",
      "endings-by-method",
      "directly-by-method",
    ],
    callback: telling((request) =>
      withValue(withValue(request, "/body/data/status", "other"), "/body/data/transaction", {
        status: "other",
      }),
    ),
  },
  {
    how: "makes a new record of every reversal",
    foundBy: [
      "reverse-again",
      "seven-days",
      "reversal-retried",
      "reversal-decided-later",
      "reversals-and-captures",
    ],
    meddle: answering("/reversal", (body) => {
      made += 1;
      return withValue(body, "/reversalId", `reversal-${made}`);
    }),
  },
  {
    how: "reverses under any reference",
    foundBy: ["reverse-again", "reversal-retried", "reversal-decided-later"],
    meddle(request, forward) {
      if (request.target.includes("/reversal"))
        request.body = withValue(request.body, "/merchantRefId", "REF-2026-0001");
      return forward();
    },
  },
  {
    how: "forgets the capture",
    foundBy: ["capture-then-reverse"],
    ignores: "capture",
  },
  {
    how: "knows no time limit",
    foundBy: [
      "seven-days",
      "order-expiry",
      "reversal-decided-later",
      "times-told",
      "clock-brought-back",
    ],
    ignores: "clock",
  },
  {
    how: "deletes no token",
    foundBy: ["token-life", "deleted-token"],
    meddle: (request, forward) =>
      request.method === "DELETE"
        ? Promise.resolve({
            status: 200,
            body: { errorCode: 0, message: "The token is deleted." },
          })
        : forward(),
  },
  {
    how: "takes any sub account for the first",
    foundBy: ["sub-account"],
    meddle(request, forward) {
      request.headers[SUB_ACCOUNT] = "SUB-01";
      return forward();
    },
  },
  {
    how: "takes no notice of changed permissions",
    foundBy: ["permissions", "sub-account"],
    ignores: "permissions",
  },
  {
    how: "counts no wrong passwords",
    foundBy: ["wrong-otp-five-times"],
    ignores: "confirmation",
  },
  {
    how: "leads to a page that nobody serves",
    foundBy: ["wrong-otp-five-times"],
    meddle: answering("/create-payment", (body) =>
      withValue(body, "/authentication/verificationUrl", "http://127.0.0.1:1/pages/none"),
    ),
  },
  {
    how: "gives every delivery an id of its own",
    foundBy: ["notification-repeated", "delivery-listed", "delivery-schedule"],
    callback: telling((request) => {
      made += 1;
      return withValue(request, "/headers/webhook-id", `id-${made}`);
    }),
  },
  {
    how: "trims what it is sent",
    foundBy: ["texts-kept"],
    meddle: answering(LIST, (body) =>
      withValue(
        body,
        "/transactions/0/orderId",
        String(valueAt(body, "/transactions/0/orderId")).trim(),
      ),
    ),
  },
  {
    how: "hides the digits of what it is sent",
    foundBy: ["numbers-in-texts"],
    meddle: answering(LIST, (body) =>
      withValue(
        body,
        "/transactions/0/extraData",
        String(valueAt(body, "/transactions/0/extraData")).replaceAll(/\d/g, "*"),
      ),
    ),
  },
  {
    how: "lists deliveries to other URLs",
    foundBy: ["acknowledgement"],
    meddle: answering("/deliveries?", (body) =>
      withValue(body, "/deliveries/0/url", "http://127.0.0.1/other"),
    ),
  },
  {
    how: "never says that its clock stands",
    foundBy: ["sandbox-kept"],
    meddle: answering("/sandbox/clock", (body) => withValue(body, "/frozen", false)),
  },
  {
    how: "finds the records of others",
    foundBy: ["records-of-others"],
    async meddle(_, forward) {
      const { status, body } = await forward();
      return { status: status === 404 ? 409 : status, body };
    },
  },
  {
    how: "gives every event the same id",
    foundBy: [
      "acknowledged-late",
      "acknowledged-too-late",
      "payment-notified",
      "notification-repeated",
    ],
    callback: telling((request) => withValue(request, "/headers/webhook-id", "id")),
  },
];

const one = inScenario({ url: new URL("http://any"), token: "" }, "");

function telling(change: (request: unknown) => unknown): Provider["open"] {
  return (message, known) => {
    const opened = one.open?.(message, known) ?? {
      request: message.request,
      faults: [],
    };
    return {
      ...opened,
      request: change(opened.request) as typeof opened.request,
    };
  };
}

function answering(path: string, change: (body: unknown) => unknown): Meddle {
  return async (request, forward) => {
    const { status, body } = await forward();
    return request.target.includes(path) && status === 200
      ? { status, body: change(body) }
      : { status, body };
  };
}

let gateway: DisposableGateway;
let server: ServerInScenario;

beforeAll(async () => {
  gateway = await startTestGateway();
  server = inScenario(gateway, "broken-scenarios.test");
});

afterAll(() => gateway[Symbol.asyncDispose]());

const found = all.flatMap((broken) =>
  broken.foundBy.map((name) => [name, broken.how, broken] as const),
);

test.each(drawn(found, 1 / 2, "broken gateways"))(
  "%s finds out a gateway that %s",
  async (name, _, broken) => {
    const scenario = scenarios.find(({ id }) => id === `scenario/${name}`);
    if (!scenario) throw new Error(`There is no scenario ${name}.`);
    await using proxy = await startJsonProxy(
      server.url,
      broken.meddle ?? ((_request, forward) => forward()),
    );
    const { states } = server.provider;
    const { ignores, callback } = broken;
    const verdict = await playScenario(scenario, {
      ...server,
      url: proxy.url,
      open: callback ?? server.open,
      provider: {
        states: {
          ...states,
          ...(ignores !== undefined && { [ignores]: () => Promise.resolve({}) }),
        },
      },
    });
    expect(verdict.outcome, describeVerdict(verdict)).toBe("failed");
    expect(verdict.findings[0]?.message).toMatch(/^step \d+ \(\w+\), line \d+: /);
  },
);

test("a gateway that is only passed through is found out by none", async () => {
  await using proxy = await startJsonProxy(server.url, (_, forward) => forward());
  // All of them pass without the proxy in `scenarios.test.ts`.
  for (const scenario of drawn(scenarios, 1 / 5, "scenarios through a proxy")) {
    const verdict = await playScenario(scenario, { ...server, url: proxy.url });
    expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
  }
});

test("every scenario finds out something", () => {
  const names = new Set(found.map(([name]) => `scenario/${name}`));
  expect(scenarios.map(({ id }) => id).filter((id) => !names.has(id))).toEqual([]);
});
