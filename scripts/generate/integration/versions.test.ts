import { resolve } from "node:path";
import { expect, test } from "vitest";
import { virtualHost } from "../../../spec/library/testing/virtual-host.ts";
import { compileSpec } from "../compile.ts";
import { lines } from "../spec-checks/spec-fault.ts";
import { fittingSamples, sampleViolations } from "../samples/violations.ts";
import { readServices } from "../service-model/read-services.ts";

const entry = resolve(import.meta.dirname, "../testing/specs/versions/main.tsp");

const text = `import "@typespec/http";
import "@typespec/versioning";
using Http;
using Versioning;
@service @versioned(Versions) namespace Shelf;
enum Versions { v1, v2, v3: "3.0" }
model Pages { @added(Versions.v2) count: int32; from: int32; }
model Book {
  @removed(Versions.v2) name: string;
  @renamedFrom(Versions.v3, "heading") title: string;
  pages: Pages[];
  @typeChangedFrom(Versions.v3, string) size: int32;
}
@error model Lost { @statusCode _: 404; title: string; }
@opExample(#{ returnType: #{ name: "a", title: "b", pages: #[#{ count: 1, from: 2 }], size: 3 } }, #{ title: "all" })
@opExample(#{ returnType: #{ _: 404, title: "none" } }, #{ title: "none" })
op find(): Book | Lost;
@added(Versions.v2) @removed(Versions.v3) @route("/old")
@opExample(#{ returnType: #{ text: "old" } }, #{ title: "old" })
op old(): { text: string };
`;

/** The contracts of a specification, their samples, and the faults of the samples. */
async function read(versions: readonly string[] = [], written = text) {
  const spec = await compileSpec(entry, { host: virtualHost(entry, written), versions });
  const services = await readServices(spec);
  const samples = services.map((service) => [
    service.name,
    fittingSamples(spec, service).map(({ name, response: { body } }) => [name, body]),
  ]);
  return { services, samples, faults: lines(sampleViolations(spec, services)) };
}

test("each version is a contract, and the chosen version has the folder of the service", async () => {
  const { services } = await read(["v2"]);
  expect(
    services.map(({ name, version, documents, operations }) => [
      name,
      version,
      documents.openapi30.info.version,
      operations.map(({ operation }) => operation.id),
    ]),
  ).toEqual([
    ["shelf-v1", "v1", "v1", ["find"]],
    ["shelf", "v2", "v2", ["find", "old"]],
    ["shelf-3-0", "3.0", "3.0", ["find"]],
  ]);
});

test("a sample is reduced to each version, and left out of versions that it breaks", async () => {
  const none = ["none", { title: "none" }];
  const { samples, faults } = await read();
  expect(samples).toEqual([
    // The field size has another type in the first two.
    ["shelf-v1", [none]],
    ["shelf-v2", [none, ["old", { text: "old" }]]],
    ["shelf", [["all", { title: "b", pages: [{ count: 1, from: 2 }], size: 3 }], none]],
  ]);
  expect(faults).toEqual([]);
  const same = await read([], text.replace("@typeChangedFrom(Versions.v3, string)", ""));
  expect(same.samples[0]).toEqual([
    "shelf-v1",
    [["all", { name: "a", heading: "b", pages: [{ from: 2 }], size: 3 }], none],
  ]);
});

test("a sample that breaks the newest version of its operation is a fault", async () => {
  const { faults } = await read([], text.replace("text: string", "@maxLength(2) text: string"));
  expect(faults).toEqual([expect.stringMatching(/Sample "old" of old: \/body\/text must have at/)]);
});

test("an unknown version is refused with the list of versions", async () => {
  await expect(read(["v4"])).rejects.toThrow(
    "The specification has no version v4. Its versions are v1, v2, 3.0.",
  );
});

test("a sample may hold a member that was added to an enum", async () => {
  const { samples, faults } = await read(
    [],
    `${text}enum Kind { a, @added(Versions.v2) b }
model Sheet { kind: Kind; }
@opExample(#{ returnType: #{ kind: Kind.b } }, #{ title: "added" })
@route("/sheet") op sheet(): Sheet | Lost;`,
  );
  expect(faults).toEqual([]);
  expect(
    samples.map(([name, own]) => [name, JSON.stringify(own).includes('["added",{"kind":"b"}]')]),
  ).toEqual([
    ["shelf-v1", false],
    ["shelf-v2", true],
    ["shelf", true],
  ]);
});
