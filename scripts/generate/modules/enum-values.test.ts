import { expect, test } from "vitest";
import { generatedFrom } from "../testing/specification.ts";

test("named enumerations are lists with types", async () => {
  const files = await generatedFrom(`
    @doc("A size. */ ends no comment.")
    enum Size { small, large: "L" }
    union Level { 1, 2 }
    enum status { on }
    op read(@query size: Size, @query level: Level): { status: status; own: "a" | "b" };`);
  const code = files.get("shelf/values.js") ?? "";
  const values: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect({ ...(values as object) }).toEqual({
    Size: ["small", "L"],
    Level: [1, 2],
    Status: ["on"],
  });
  expect(files.get("shelf/values.d.ts")).toContain(
    `/**\n * A size. *\\/ ends no comment.\n */\nexport declare const Size: readonly ["small","L"];\nexport type Size = (typeof Size)[number];\n`,
  );
});

test("a contract without them has no such file", async () => {
  const files = await generatedFrom("op read(): string;");
  expect([...files.keys()].filter((path) => path.includes("values"))).toEqual([]);
});
