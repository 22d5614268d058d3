import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MessageSchemas } from "@contract-toolkit/kernel";
import { createResponseValidation } from "../../../client/runtime/validation.ts";
import { compiledEngine } from "../../../server/skeleton/index.ts";
import { middlewareEngine } from "../../../server/skeleton/middleware-engine/index.ts";
import {
  describeVerdict,
  playOnClient,
  playOnServer,
  type Suite,
  type Verdict,
} from "../../index.ts";
import { withCredentials } from "../../credentials.ts";
import { generatedClient } from "../../testing/client.ts";
import { typecheck } from "../../testing/compile.ts";
import { generateInto, type GeneratedFolder } from "../../testing/generated.ts";
import { corpus } from "../fixtures/specs/corpus.ts";
import { shapes } from "../fixtures/specs/corpus-shapes.ts";
import { falseAlarmsOf } from "../testing/self-comparison.ts";
import { sampleCredential, startSampleServer } from "../testing/sample-server.ts";

describe.each([...corpus, ...shapes])("the specification $name", ({ entry, services, usage }) => {
  let generated: GeneratedFolder;

  beforeAll(async () => {
    generated = await generateInto(entry);
  });

  afterAll(() => generated[Symbol.asyncDispose]());

  test("typechecks", () => {
    const imports = services.flatMap((service) =>
      ["handlers.ts", "index.ts"].map(
        (file) => `import type {} from "${generated.folder}/${service}/${file}";\n`,
      ),
    );
    const text =
      imports.join("") + (usage ?? "").replaceAll("./generated/", `${generated.folder}/`);
    expect(typecheck({ "foreign.virtual.ts": text }, generated.folder)).toEqual([]);
  });

  describe.each(services)("its service %s", (service) => {
    test.each(["compiled", "express-openapi-validator"])(
      "keeps its contract with the skeleton on the engine %s",
      async (engine) => {
        const suite = await generated.load(service);
        await using server = await startSampleServer(
          suite,
          engine === "compiled" ? compiledEngine(suite.contract) : await middleware(suite),
        );
        const verdicts: Verdict[] = [];
        for (const each of [...suite.cases, ...suite.constraints().cases.filter(isOfRequest)])
          verdicts.push(
            await playOnServer(suite, each, {
              url: server.url,
              headers: credentialsOf(suite),
              provider: { states: {} },
              fresh: String,
            }),
          );
        expect(verdicts.filter(({ outcome }) => outcome !== "passed").map(describeVerdict)).toEqual(
          [],
        );
        expect(server.problems).toEqual([]);
        expect(verdicts.length).toBeGreaterThan(0);
      },
    );

    test("does not differ from itself", async () => {
      expect(await falseAlarmsOf(join(generated.folder, service))).toEqual([]);
    });

    test("keeps its contract with the client", async () => {
      const suite = await generated.load(service);
      const client = await clientOf(suite);
      const verdicts: Verdict[] = [];
      for (const each of [...suite.cases, ...suite.constraints().cases])
        verdicts.push(await playOnClient(suite.contract, each, client));
      expect(verdicts.filter(({ outcome }) => outcome !== "passed").map(describeVerdict)).toEqual(
        [],
      );
    });

    test("has a client and a server that understand each other", async () => {
      const suite = await generated.load(service);
      const client = await clientOf(suite);
      await using server = await startSampleServer(suite, compiledEngine(suite.contract));
      for (const { operation, call, response } of suite.cases) {
        const given = response.status === 401 ? { ...operation, security: [] } : operation;
        const request = withCredentials(given, call, credentialsOf(suite));
        expect(await client.call(server.url, operation, request)).toMatchObject(response);
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

  async function middleware({ contract }: Suite) {
    const file = join(generated.folder, contract.name, "messages.json");
    return middlewareEngine(contract, JSON.parse(await readFile(file, "utf8")) as MessageSchemas);
  }
});

/** Whatever any scheme of a contract asks for. */
function credentialsOf({ contract }: Suite): Record<string, string> {
  const all = Object.values(contract.operations).flatMap(({ security = [] }) => security.flat());
  return Object.fromEntries(all.map(({ name }) => [name, sampleCredential]));
}

function isOfRequest({ constraint }: ReturnType<Suite["constraints"]>["cases"][number]): boolean {
  return constraint.direction === "request";
}
