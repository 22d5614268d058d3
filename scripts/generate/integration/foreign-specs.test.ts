import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contentsOf } from "../../../server/skeleton/testing/response-contents.ts";
import { createResponseValidation } from "../../../client/runtime/validation.ts";
import {
  callCases,
  httpCases,
  makersOf,
  playOnClient,
  playOnServer,
  type Suite,
} from "../../../conformance/index.ts";
import { writeRequest } from "../../../conformance/request.ts";
import { withCredentials } from "../../../conformance/credentials.ts";
import { generatedClient } from "../../../conformance/testing/client.ts";
import { typecheck } from "../../../conformance/testing/compile.ts";
import { failuresOf } from "../../../conformance/testing/failures.ts";
import { generateInto } from "../../../conformance/testing/generated.ts";
import { corpus } from "../testing/specs/corpus.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { drawn } from "../../../server/gateway/testing/drawn.ts";
import { blocksOf } from "../../../docs/tests/readme.ts";
import { falseAlarmsOf } from "../../diff/testing/self-comparison.ts";
import { sampleCredential, startSampleServer } from "../testing/sample-server.ts";

/** An ordinary run takes a third of them. */
const played = drawn(corpus, 1 / 3, "foreign specifications");

describe.each(played)("the specification $name", async ({ entry, services, usage, page }) => {
  const generated = await generateInto(entry);

  test("typechecks", async () => {
    const imports = services.flatMap((service) =>
      ["handlers.ts", "index.ts"].map(
        (file) => `import type {} from "${generated.folder}/${service}/${file}";\n`,
      ),
    );
    const blocks = page === undefined ? [] : await blocksOf(page, "ts");
    const own = blocks.filter((text) =>
      services.some((service) => text.includes(`./generated/${service}/`)),
    );
    const files = [imports.join("") + usage, ...own].map((text, index) => [
      `foreign-${index}.virtual.ts`,
      text.replaceAll("./generated/", `${generated.folder}/`),
    ]);
    const sources = Object.fromEntries(files) as Record<string, string>;
    expect(typecheck(sources, generated.folder)).toEqual([]);
  });

  describe.each(services)("its service %s", (service) => {
    test("passes its cases on a mock", async () => {
      const suite = await generated.load(service);
      await using server = await startSampleServer(suite);
      const asked = {
        url: server.url,
        headers: credentialsOf(suite),
        provider: { states: {} },
        fresh: String,
      };
      const boundaries = suite.constraints("server").cases;
      const played = [...[...suite.cases, ...suite.derived("server").cases], ...boundaries];
      expect(await failuresOf(played, (item) => playOnServer(suite, item, asked))).toEqual([]);
      expect(server.problems).toEqual([]);
      expect(played.length).toBeGreaterThan(0);
    });

    test("has the same responses through a Fetch handler", async () => {
      const suite = await generated.load(service);
      await using server = await startSampleServer(suite);
      const boundaries = suite
        .constraints()
        .cases.flatMap(({ id, operation, message }) =>
          "path" in message ? [{ id, operation, request: message }] : [],
        );
      const asked = [...suite.cases, ...suite.derived("server").cases, ...boundaries];
      for (const { id, operation, request: given } of asked) {
        const request = withCredentials(operation, given, credentialsOf(suite));
        const { url, body, encoding, ...init } = writeRequest(operation, request, server.url);
        // `fetch` sends no body with these.
        if (body !== undefined && /^(GET|HEAD)$/.test(init.method)) continue;
        const sent = new Request(url, {
          ...init,
          ...(body !== undefined && { body: Buffer.from(body, encoding) }),
        });
        const handled = await server.handle(sent.clone());
        expect(await contentsOf(handled), id).toEqual(await contentsOf(await fetch(sent)));
      }
    });

    test("passes the cases of HTTP on a mock", async () => {
      const suite = await generated.load(service);
      await using server = await startSampleServer(suite);
      const provider = { states: {}, http: {} };
      const headers = credentialsOf(suite);
      // A mock does not check credentials.
      const cases = httpCases(suite, provider, headers).filter(
        ({ group, raw, base }, index) =>
          group !== "credentials" &&
          Object.keys(raw).length > 0 &&
          suite.cases.includes(base) &&
          index % HTTP_TAKES === 0,
      );
      const asked = { url: server.url, headers, provider, fresh: String };
      expect(await failuresOf(cases, (testCase) => playOnServer(suite, testCase, asked))).toEqual(
        [],
      );
    });

    test("has no differences from itself", async () => {
      expect(await falseAlarmsOf(join(generated.folder, service), full)).toEqual([]);
    });

    test("passes its cases with the client", async () => {
      const suite = await generated.load(service);
      const client = await clientOf(suite);
      const boundaries = suite.constraints("client").cases;
      const played = [
        ...[...suite.cases, ...suite.derived("client").cases],
        ...boundaries.filter((_, index) => index % CLIENTS_TAKE === 0),
        ...callCases(suite).filter((_, index) => index % HTTP_TAKES === 0),
      ];
      const play = (item: (typeof played)[number]) => playOnClient(suite.contract, item, client);
      expect(await failuresOf(played, play)).toEqual([]);
    });

    test("has a client that understands the responses of its mock", async () => {
      const suite = await generated.load(service);
      const client = await clientOf(suite);
      await using server = await startSampleServer(suite);
      const exchanges = [...suite.cases, ...suite.derived("server").cases];
      for (const { kind, operation, call, response } of exchanges) {
        const given = response.status === 401 ? { ...operation, security: [] } : operation;
        const request = withCredentials(given, call, credentialsOf(suite));
        const result = await client.call(server.url, operation, request);
        expect(result).toMatchObject(kind === "derived" ? { status: response.status } : response);
      }
      expect(server.unknown).toEqual([]);
    });
  });

  async function clientOf({ contract }: Suite) {
    const { validators } = (await import(
      join(generated.folder, contract.name, "client-validators.js")
    )) as { validators: Parameters<typeof createResponseValidation>[0] };
    return generatedClient(contract.operations, createResponseValidation(validators));
  }
});

/** Clients play one in so many boundaries, because all clients share one runtime. */
const CLIENTS_TAKE = full ? 1 : 8;

/** An ordinary run plays one in so many cases of HTTP. */
const HTTP_TAKES = full ? 1 : 14;

test("a server that accepts wrong credentials or refuses good ones fails", async () => {
  const { entry } = corpus.find(({ name }) => name === "credentials") ?? { entry: "" };
  const generated = await generateInto(entry);
  const suite = await generated.load("credentials");
  const good = "good-credential-0001";
  const isGood = (text: string) => /^bearer +good-credential-0001$/i.test(text);
  const provider = {
    states: {},
    makeCredential: makersOf({ good: () => good, unknown: () => "unknown-credential" }),
  };
  const headers = { Authorization: good };
  const failuresOf = async (check: (text: string) => boolean) => {
    await using server = await startSampleServer(suite, check);
    const failed: string[] = [];
    for (const httpCase of httpCases(suite, provider, headers)) {
      if (httpCase.group !== "credentials") continue;
      const verdict = await playOnServer(suite, httpCase, {
        url: server.url,
        headers,
        provider,
        fresh: String,
      });
      if (verdict.outcome !== "passed") failed.push(httpCase.id);
    }
    return failed;
  };
  expect(await failuresOf(isGood)).toEqual([]);
  const lenient = await failuresOf(() => true);
  expect(lenient).toContain("read/http/credentials/BearerAuth unknown");
  const strict = await failuresOf((text) => text === `Bearer ${good}`);
  expect(strict).toContain("read/http/credentials/BearerAuth word in lower case");
});

/** A credential for every scheme of a contract. */
function credentialsOf({ contract }: Suite): Record<string, string> {
  const all = Object.values(contract.operations).flatMap(({ security = [] }) => security.flat());
  return Object.fromEntries(all.map(({ name }) => [name, sampleCredential]));
}
