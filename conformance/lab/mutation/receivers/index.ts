import { callbackCases } from "../../../callbacks/derive.ts";
import { startShop } from "../../fixtures/receivers/shop.ts";
import { playOnReceiver } from "../../../targets/receiver/receiver.ts";
import type { Provider } from "../../../provider.ts";
import type { Suite } from "../../../suite.ts";
import { startProxy, writeMeasured, type Header, type WireAnswer } from "../answers/proxy.ts";
import { withoutHeader } from "../answers/body.ts";
import { choose } from "../choose.ts";
import type { MutantGroup } from "../mutant.ts";
import { firstBlamed, resultOf } from "../mutant-result.ts";
import { framings } from "../servers/framings.ts";
import type { ServerVariation } from "../servers/server-variation.ts";
import type { Thoroughness } from "../thoroughness.ts";

/** A healthy receiver that does everything otherwise that it may do otherwise, in one respect at a time. */
export async function openReceiverVariations(
  suite: Suite,
  provider: Provider,
  { cases = Infinity, seed = "" }: Thoroughness = {},
): Promise<MutantGroup> {
  const { cases: samples } = suite;
  const secret = samples[0]?.providerStates.find(({ name }) => name === "secret")?.values["secret"];
  const receiver = await startShop(String(secret));
  const proxy = await startProxy(receiver.url);
  const tested = { url: proxy.url, provider, laterMs: 0 };
  const played = [...samples, ...callbackCases(suite, provider)];
  return {
    name: "receiver-variations",
    aim: 0,
    isLegitimate: true,
    mutants: receiverVariations.map(({ name }) => ({
      id: name,
      operator: name,
      description: name,
    })),
    attempt: async (mutant) => {
      const variation = receiverVariations.find(({ name }) => name === mutant.id);
      if (!variation) throw new RangeError(`There is no variation ${mutant.id}.`);
      proxy.onAnswer = (asked, found) => variation.answer?.(found, asked) ?? found;
      proxy.write = variation.write ?? writeMeasured;
      const chosen = choose(played, cases, `${seed}${mutant.id}`);
      const plays = chosen.map((each) => () => playOnReceiver(each, tested));
      return resultOf(mutant, await firstBlamed(plays));
    },
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
export const receiverVariations: readonly ServerVariation[] = [
  acknowledged("200 without a body", 200),
  acknowledged("200 with a text", 200, "OK", ["Content-Type", "text/plain"]),
  acknowledged("200 with JSON", 200, '{"received":true}', ["Content-Type", "application/json"]),
  acknowledged("200 with a page", 200, "<!doctype html>", ["Content-Type", "text/html"]),
  acknowledged("200 with a text of no type", 200, "OK"),
  acknowledged("200 with broken JSON", 200, "{", ["Content-Type", "application/json"]),
  acknowledged("201", 201, "", ["Location", "/events/1"]),
  acknowledged("202", 202, "queued", ["Content-Type", "text/plain"]),
  acknowledged("203", 203),
  acknowledged("204 with further headers", 204, "", ["X-Trace", "1"], ["Set-Cookie", "a=1"]),
  acknowledged("205", 205),
  acknowledged("299", 299),
  ...[400, 403, 404, 409, 410, 422].map((status) => refused(`refuses with ${status}`, status)),
  refused("refuses with 401 and a challenge", 401, ["WWW-Authenticate", "Signature"]),
  refused("refuses with 429 and a time", 429, ["Retry-After", "60"]),
  {
    name: "does not tell whether it acted",
    answer: (answer) => ({ ...answer, headers: withoutHeader(answer.headers, "webhook-acted") }),
  },
  ...framings.filter(({ name }) => !ofBodies.has(name)),
];

function acknowledged(
  name: string,
  status: number,
  body = "",
  ...further: readonly Header[]
): ServerVariation {
  return become(`acknowledges with ${name}`, (found) => found.status < 300, status, body, further);
}

function refused(name: string, status: number, ...further: readonly Header[]): ServerVariation {
  return become(name, (found) => found.status >= 400, status, "no", further);
}

function become(
  name: string,
  isMeant: (found: WireAnswer) => boolean,
  status: number,
  body: string,
  further: readonly Header[],
): ServerVariation {
  return {
    name,
    answer: (found) =>
      isMeant(found) ? { status, headers: [...found.headers, ...further], body } : found,
  };
}
