import { mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { pointerNames, type Contract } from "@contract-toolkit/contract";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { drawn } from "../../server/gateway/testing/drawn.ts";
import { later } from "../../server/gateway/testing/long-test.ts";
import { importDocument } from "../cli/commands/import.ts";
import { generateInto } from "../../conformance/testing/generated.ts";
import { printedBy } from "../cli/testing/printed.ts";
import { readSpecification } from "../generate/index.ts";
import { receiverCompilerOf } from "../generate/validation/service-schemas.ts";
import { isDisputed, judgedMessages } from "./judge/messages.ts";
import { readImportedDocument } from "./read/read-document.ts";
import {
  kept,
  kept30,
  keptContents,
  keptParameters,
  lost,
  named,
  named30,
  ref,
} from "./testing/forms.ts";
import { literalFaults } from "./testing/literals.ts";
import { disputedBodies } from "./testing/middleware.ts";
import { roundTripFaults } from "./testing/round-trips.ts";

const described = { description: "A." };
const jsonOf = (schema: unknown) => ({ content: { "application/json": { schema } } });

/** An operation whose request is a value of a schema, and whose response has one. */
const ofSchema = (schema: unknown) => ({
  requestBody: { required: true, ...jsonOf(schema) },
  responses: { 200: { ...described, ...jsonOf({ type: "object", properties: { x: schema } }) } },
});

const ofContent = (contentType: string) => {
  const content = { [contentType]: { schema: ref("Heir") } };
  return { requestBody: { content }, responses: { 200: { ...described, content } } };
};

const ofParameter = (place: string, parameter: object) => ({
  parameters: [{ name: "p", in: place, ...(place === "path" && { required: true }), ...parameter }],
  responses: { 204: described },
});

/** The middleware reads `constructor` as a property of every object, and an encoding as a note. */
const holes = /"constructor"|contentEncoding/;

// The whole table takes half a minute of processor time.
const some = <Form>(forms: readonly Form[], what: string) =>
  later ? forms : drawn(forms, 1 / 8, what);

test.each([
  ["3.1.0", "schemas", some(kept, "schemas of 3.1").map(ofSchema), [...lost.map(ofSchema)], named],
  ["3.0.3", "schemas", some(kept30, "schemas of 3.0").map(ofSchema), [], named30],
  [
    ...(["3.1.0", "messages"] as const),
    [
      ...keptContents.map(ofContent),
      ...Object.entries(keptParameters).flatMap(([place, all]) =>
        some(all, `parameters in ${place}`).map((parameter) => ofParameter(place, parameter)),
      ),
    ],
    ["text/plain", "application/pdf", "*/*"].map(ofContent),
    named,
  ],
])("in %s, %s accept the same values, or a loss says so, and so do types", async (...given) => {
  const [openapi, , same, others, schemas] = given;
  const operations = [...same, ...others];
  const paths = operations.map((operation, index) => {
    const parameters: readonly object[] = "parameters" in operation ? operation.parameters : [];
    const isInPath = JSON.stringify(parameters).includes('"in":"path"');
    const path = `/${index}${isInPath ? "/{p}" : ""}`;
    return [path, { post: { operationId: `do${index}`, ...operation } }] as const;
  });
  const source = {
    openapi,
    info: { title: "Clocks", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas },
  };
  await using folder = await mkdtempDisposable(join(tmpdir(), "import-"));
  await symlink(resolve("node_modules"), join(folder.path, "node_modules"));
  const [file, out] = [join(folder.path, "openapi.json"), join(folder.path, "spec")];
  await writeFile(file, JSON.stringify(source));
  const { stdout: text } = await printedBy(() => importDocument([file, "--out", out, "--json"]));
  const { losses } = JSON.parse(text) as { losses: readonly { pointer: string }[] };
  const document = await readImportedDocument(file, JSON.stringify(source), false);
  const entry = join(out, "main.tsp");
  const { services } = await readSpecification(entry);
  const [service] = services;
  if (!service) throw new Error("there is no service");
  const compiler = receiverCompilerOf(service);
  const result = { ...service, validatorOf: (id: string) => compiler.getSchema(id) };
  const judged = judgedMessages(document, result);
  const differences = judged.filter(isDisputed);
  const indexOf = ({ pointer }: { pointer: string }) => {
    const [, path = ""] = pointerNames(pointer.replace(/^#/, ""));
    return paths.findIndex(([known]) => known === path);
  };
  const [said, differing] = [losses, differences].map((all) => new Set(all.map(indexOf)));
  const silent = differences.filter((found) => said?.has(indexOf(found)) !== true);
  const shown = (index: number) => JSON.stringify(operations[index]);
  expect(silent.map((found) => [shown(indexOf(found)), found.value])).toEqual([]);
  expect([...(differing ?? [])].map(shown)).toEqual(others.map((item) => JSON.stringify(item)));
  const generated = join((await generateInto(entry)).folder, "clocks");
  expect(literalFaults(generated, judged)).toEqual([]);
  const { contract } = (await import(join(generated, "index.ts"))) as {
    contract: Contract;
  };
  for (const name of ["openapi.json", "openapi-3.1.json"]) {
    const published = JSON.parse(await readFile(join(generated, name), "utf8")) as Node;
    expect(judgedMessages(published, result).filter(isDisputed)).toEqual([]);
    const disputed = await disputedBodies(published, judged);
    expect(disputed.filter(({ id }) => !holes.test(shown(Number(id.slice(2)))))).toEqual([]);
  }
  expect(await roundTripFaults(contract, judged)).toEqual([]);
});
