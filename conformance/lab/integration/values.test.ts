import fc from "fast-check";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Fault, withValue } from "@contract-toolkit/kernel";
import { accepts } from "../../second-validator/oracle.ts";
import { full } from "../testing/full-run.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";
import { loadSubject } from "../engine-comparison/compare.ts";
import { generateInto } from "../../testing/generated.ts";

const shapes = await generateInto(
  resolve(import.meta.dirname, "../fixtures/specs/shapes/main.tsp"),
);
const shaped = await loadSubject(`${shapes.folder}/shapes`);
const { contract, cases } = shaped;
const gateway = await loadSubject("generated/gateway");

/** So many times as many texts are drawn in a full run. */
const FULL_FACTOR = full ? 8 : 1;

afterAll(() => shapes[Symbol.asyncDispose]());

// This engine asks the validators of both.
afterAll(() => {
  expect([...shaped.disagreements, ...gateway.disagreements]).toEqual([]);
});

const sample = cases.find(({ id }) => id === "keepShape/everything");
const order = gateway.cases.find(({ id }) => id === "payOrder/pay-at-chosen-bank");
if (!sample || !order) throw new Error("a sample is missing");

async function reasonsAt(pointer: string, value: unknown): Promise<string[]> {
  const faults = await faultsIn(pointer, value);
  return faults.filter((fault) => fault.pointer === pointer).map(({ reason }) => reason);
}

async function faultsIn(pointer: string, value: unknown): Promise<readonly Fault[]> {
  const { keepShape } = contract.operations;
  if (!keepShape || !sample) throw new Error("keepShape is missing");
  const message = withValue(structuredClone(sample.request), pointer, value);
  return shaped.engines.middleware.request(keepShape, message as typeof sample.request);
}

/** Parts of URLs, right and wrong, put together in every way. */
const urls = fc
  .tuple(
    fc.constantFrom("http:", "https:", "HTTP:", "app:", "a+b:", "ftp:", "file:", "urn:", "1:", ""),
    fc.constantFrom("//", "//", "//", "/", "///", ""),
    fc.constantFrom("", "", "user@", "user:pw@", "@", "a@b@", "%40@"),
    fc.oneof(
      fc.constantFrom(
        ...["example.org", "[::1", "[::1]", "[::ffff:1.2.3.4]", "[v1.a]", "[::g]", "::1", ""],
        ...["a b", "1.2.3.999", "1.2.3.4.5", "0x7f.1", "256", "4294967296", "%zz", "%41", "%00"],
        ...["exämple.org", "xn--a", "xn--maana-pta.com", "a..b", ".", "-", "_", "a<b", "a^b", "%"],
      ),
      fc.string({ maxLength: 12 }),
      fc.webAuthority(),
    ),
    fc.constantFrom("", "", ":", ":0", ":80", ":65535", ":65536", ":99999999999", ":-1", ":a"),
    fc.constantFrom("", "/", "/a/b", "/%zz", "/a b", "/é", "/\\", "/[", "/..", '/"'),
    fc.constantFrom("", "?", "?a=b&c", "?%", "?a b", "?[]"),
    fc.constantFrom("", "#", "#a", "#a#b", "#%zz"),
  )
  .map((parts) => parts.join(""));
const anyUrl = fc.oneof(
  { weight: 6, arbitrary: urls },
  { weight: 1, arbitrary: fc.webUrl({ withFragments: true, withQueryParameters: true }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);

test("both engines accept no URI that cannot be opened, and neither does the oracle", async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(anyUrl, async (url) => {
      const isAccepted = (await reasonsAt("/body/formats/url", url)).length === 0;
      if (isAccepted) accepted += 1;
      expect(!isAccepted || URL.canParse(url), url).toBe(true);
      // The oracle takes an address after a single slash, where RFC 3986 has a path.
      if (!/^[a-z][a-z\d+.-]*:\/[^/]*\[/i.test(url))
        expect(accepts({ type: "string", format: "uri" }, url), url).toBe(isAccepted);
    }),
    { seed: runSeed(), numRuns: 500 * FULL_FACTOR },
  );
  expect(accepted).toBeGreaterThan(50 * FULL_FACTOR);
});

test.each(["notifyUrl", "redirectUrl", "deeplinkUrl", "installmentNotifyUrl"])(
  "accepts no %s of an order that cannot be opened",
  async (name) => {
    const pointer = `/body/partnerReference/notificationConfig/${name}`;
    const { payOrder } = gateway.contract.operations;
    if (!payOrder) throw new Error("payOrder is missing");
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(anyUrl, async (url) => {
        const message = withValue(structuredClone(order.request), pointer, url);
        const faults = await gateway.engines.middleware.request(
          payOrder,
          message as typeof order.request,
        );
        if (faults.some((fault) => fault.pointer === pointer)) return;
        accepted += 1;
        expect(URL.canParse(url), url).toBe(true);
      }),
      { seed: runSeed(), numRuns: 200 * FULL_FACTOR },
    );
    expect(accepted).toBeGreaterThan(5 * FULL_FACTOR);
  },
);

test.each([
  "http://example.org:65536/",
  "http://[::1",
  "http://a b/",
  "http://1.2.3.999/",
  "http://%zz/",
  "https://",
])("refuses %s, and says what is wanted", async (url) => {
  expect(await reasonsAt("/body/formats/url", url)).toEqual(["must be a valid uri"]);
});

test.each(["https://example.org:65535/a?b#c", "app://open/order", "urn:a:b", "http://[::1]:/"])(
  "accepts %s",
  async (url) => {
    expect(await reasonsAt("/body/formats/url", url)).toEqual([]);
  },
);

// As JSON.parse reads 1e400, and a number of more digits than 64 bits hold.
const infinite = [Infinity, -Infinity];

test.each([2 ** 53, -(2 ** 53), 2 ** 63, 1e23, Number.MAX_VALUE, ...infinite])(
  "refuses %s where an integer of any size is documented, for a reason that is true",
  async (value) => {
    const [exact, small] =
      value > 0
        ? ["must be at most 9007199254740991", "must be at most 2147483647"]
        : ["must be at least -9007199254740991", "must be at least -2147483648"];
    for (const name of ["large", "safe"])
      expect(await reasonsAt(`/body/numbers/${name}`, value)).toEqual([exact]);
    expect(await reasonsAt("/body/numbers/normal", value)).toEqual([small]);
    expect(await reasonsAt("/query/from", value)).toContain(exact);
  },
);

test.each([
  ["tiny", -128, 127],
  ["byte", 0, 255],
  ["small", -32_768, 32_767],
  ["normal", -2_147_483_648, 2_147_483_647],
])("an integer that is %s is from %d to %d", async (name, least, most) => {
  const at = `/body/numbers/${name}`;
  for (const value of [least, most]) expect(await reasonsAt(at, value)).toEqual([]);
  expect(await reasonsAt(at, least - 1)).toEqual([`must be at least ${least}`]);
  expect(await reasonsAt(at, most + 1)).toEqual([`must be at most ${most}`]);
});

test.each(infinite)("refuses %s as any number, by the narrowest bound", async (value) => {
  const [double, share] =
    value > 0
      ? ["must be at most 1.7976931348623157e+308", "must be at most 1.5"]
      : ["must be at least -1.7976931348623157e+308", "must be at least -1.5"];
  for (const name of ["single", "double", "exact"])
    expect(await reasonsAt(`/body/numbers/${name}`, value)).toEqual([double]);
  expect(await reasonsAt("/body/numbers/balance", value)).toEqual([share]);
});

test("gives an integer of any size the code of its bounds", async () => {
  const { payOrder } = gateway.contract.operations;
  if (!payOrder) throw new Error("payOrder is missing");
  for (const amount of [...infinite, 1e23, -1e23, 2 ** 63, 2 ** 53, 999]) {
    const pointer = "/body/transaction/amount";
    const message = withValue(structuredClone(order.request), pointer, amount);
    const faults = await gateway.engines.middleware.request(
      payOrder,
      message as typeof order.request,
    );
    expect(faults).toMatchObject([{ pointer, code: 32 }]);
  }
});

test("says of a list that is too long only that, whatever its items are", async () => {
  const place = "/body/collections/codes";
  const faults = async (codes: readonly unknown[]) =>
    (await faultsIn(place, codes)).filter(({ pointer }) => pointer.startsWith(place));
  expect(await faults(Array(50_000).fill(1))).toMatchObject([
    { pointer: place, reason: "must have at most 2 items" },
  ]);
  expect(await faults([1, "ab"])).toMatchObject([
    { pointer: `${place}/0`, reason: "must be a string" },
  ]);
});

test.each([
  ["as much", { first: 3 }, []],
  ["more", { first: 2, last: 1 }, ["first must not be more than last"]],
  ["more than nothing", { first: 2, last: null }, []],
  ["no number", { first: 2, last: "1" }, ["last must be an integer or null"]],
])("holds a number against another: %s", async (_, span, told) => {
  const { keepShape } = contract.operations;
  if (!keepShape) throw new Error("keepShape is missing");
  const place = "/body/unions/spans";
  const message = withValue(structuredClone(sample.request), place, span);
  const faults = await shaped.engines.middleware.request(
    keepShape,
    message as typeof sample.request,
  );
  expect(
    faults.map(({ pointer, reason }) => `${pointer.replace(`${place}/`, "")} ${reason}`),
  ).toEqual(told);
});
