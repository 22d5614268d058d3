import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { contractsOf } from "./contracts.ts";
import { readSpecification } from "../../generate/index.ts";
import { specify } from "../../generate/testing/specification.ts";
import { reportChanges } from "../../diff/report.ts";

async function contractOf(head: string, limit: number) {
  await using specification = await specify("");
  await writeFile(
    specification.entry,
    `import "@typespec/http";
import "@typespec/openapi";
using Http;
using OpenAPI;
@service(#{ title: "Shelf" })
${head}
namespace Shelf;
op find(@query @maxValue(${limit}) size: int32): void;`,
  );
  return await contractsOf("shelf", await readSpecification(specification.entry));
}

const options = { accepted: [], isGate: true, today: new Date(), noticeDays: 0 };

test.each([
  ["its decorator", '@info(#{ version: "1.0.0" })', "main.tsp:6:1"],
  ["the namespace, if it has none", "", "main.tsp:7:11"],
])("a version that is too low is found at %s", async (_, head, source) => {
  const { changes } = reportChanges(
    await contractOf(head, 50),
    await contractOf(head, 40),
    options,
  );
  const version = changes.find(({ id }) => id === "version-too-low");
  const at = expect.stringMatching(`/${source}$`) as string;
  expect(version?.source).toEqual({ old: at, new: at });
});
