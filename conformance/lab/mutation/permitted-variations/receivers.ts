import { callbackCases } from "../../../cases/receivers/derive.ts";
import { startShop } from "../../fixtures/receivers/shop.ts";
import type { Provider } from "../../../provider.ts";
import type { Suite } from "../../../suite.ts";
import { playOnReceiver } from "../../../targets/receiver/receiver.ts";
import { choose } from "../measure.ts";
import type { MutantGroup } from "../mutant.ts";
import { withoutHeader } from "./body.ts";
import { framings } from "./framings.ts";
import { startProxy, vary, type Header, type Hooks } from "./proxy.ts";
import { headers, variationMutants, type Thoroughness, type Variations } from "./variation.ts";

/** A healthy receiver that does everything otherwise that it may do otherwise, in one respect at a time. */
export async function openReceiverVariations(
  suite: Suite,
  provider: Provider,
  secret: string,
  { cases = Infinity, seed = "" }: Thoroughness = {},
): Promise<MutantGroup> {
  const receiver = await startShop(secret);
  const proxy = await startProxy(receiver.url);
  const tested = { url: proxy.url, provider, laterMs: 0 };
  const played = [...suite.cases, ...callbackCases(suite, provider)].map((each) => ({
    id: each.id,
    run: () => playOnReceiver(each, tested),
  }));
  return {
    name: "receiver-variations",
    mutants: variationMutants(variations, (hooks, name) => {
      vary(proxy, hooks);
      return choose(played, cases, `${seed}${name}`);
    }),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

/** 204, which the receiver answers, has no body to be framed. */
const ofBodies: ReadonlySet<string> = new Set([
  "chunked, with a trailer",
  "gzip",
  "the end of the connection is the end of the body",
]);

/** Any 2xx acknowledges, whatever comes with it, and any 4xx refuses. */
const variations: Variations = {
  "acknowledges with 200 without a body": acknowledged(200),
  "acknowledges with 200 with a text": acknowledged(200, "OK", ["Content-Type", "text/plain"]),
  "acknowledges with 200 with JSON": acknowledged(200, '{"received":true}', [
    "Content-Type",
    "application/json",
  ]),
  "acknowledges with 200 with a page": acknowledged(200, "<!doctype html>", [
    "Content-Type",
    "text/html",
  ]),
  "acknowledges with 200 with a text of no type": acknowledged(200, "OK"),
  "acknowledges with 200 with broken JSON": acknowledged(200, "{", [
    "Content-Type",
    "application/json",
  ]),
  "acknowledges with 201": acknowledged(201, "", ["Location", "/events/1"]),
  "acknowledges with 202": acknowledged(202, "queued", ["Content-Type", "text/plain"]),
  "acknowledges with 203": acknowledged(203),
  "acknowledges with 204 with further headers": acknowledged(
    204,
    "",
    ["X-Trace", "1"],
    ["Set-Cookie", "a=1"],
  ),
  "acknowledges with 205": acknowledged(205),
  "acknowledges with 299": acknowledged(299),
  ...Object.fromEntries(
    [400, 403, 404, 409, 410, 422].map((status) => [`refuses with ${status}`, refused(status)]),
  ),
  "refuses with 401 and a challenge": refused(401, ["WWW-Authenticate", "Signature"]),
  "refuses with 429 and a time": refused(429, ["Retry-After", "60"]),
  "does not tell whether it acted": headers((found) => withoutHeader(found, "webhook-acted")),
  ...Object.fromEntries(Object.entries(framings).filter(([name]) => !ofBodies.has(name))),
};

function acknowledged(status: number, body = "", ...further: readonly Header[]): Partial<Hooks> {
  return become((found) => found < 300, status, body, further);
}

function refused(status: number, ...further: readonly Header[]): Partial<Hooks> {
  return become((found) => found >= 400, status, "no", further);
}

function become(
  isMeant: (status: number) => boolean,
  status: number,
  body: string,
  further: readonly Header[],
): Partial<Hooks> {
  return {
    onAnswer: (_, found) =>
      isMeant(found.status) ? { status, headers: [...found.headers, ...further], body } : found,
  };
}
