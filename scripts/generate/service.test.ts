import { mkdir, mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { compileSpec } from "./compile.ts";
import { readServices } from "./service.ts";

test("an operation of a template of a library stands where the template is used", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "service-"));
  const library = join(folder.path, "node_modules/operations");
  await mkdir(library, { recursive: true });
  await symlink(resolve("node_modules/@typespec"), join(folder.path, "node_modules/@typespec"));
  await writeFile(join(library, "package.json"), '{ "tspMain": "main.tsp" }');
  await writeFile(
    join(library, "main.tsp"),
    'import "@typespec/http"; using Http; interface Readable<T> { @get read(): T; }',
  );
  const entry = join(folder.path, "main.tsp");
  const text = `import "@typespec/http"; import "operations";
using Http;
@service namespace Clocks;
model Time { now: int32; }
interface Times extends Readable<Time> {}
`;
  await writeFile(entry, text);
  const [service] = await readServices(await compileSpec(entry));
  expect(service?.operations.map(({ operation }) => operation.source)).toEqual([
    { file: expect.stringMatching(/main\.tsp$/) as string, line: 5, column: 1 },
  ]);
});
