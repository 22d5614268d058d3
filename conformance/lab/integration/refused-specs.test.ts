import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { generate } from "../../../scripts/generate/index.ts";
import { virtualHost } from "../../../spec/library/testing/virtual-host.ts";
import { refused } from "../fixtures/specs/refused.ts";

const entry = join(import.meta.dirname, "../fixtures/specs/fake-versioning/main.tsp");
const imports = 'import "@typespec/http";\nimport "@typespec/openapi";\n';
const head = `${imports}using Http;\nusing OpenAPI;\n`;

describe("a specification is refused where it is wrong, with what to do, for", () => {
  test.each(refused)("$name", async ({ text, told }) => {
    const [first, ...rest] = text.split("\n");
    // An import stands before everything else.
    const isImport = first?.startsWith("import ") === true;
    const whole = isImport ? `${first}\n${head}${rest.join("\n")}` : head + text;
    const error = await generate(entry, { host: virtualHost(entry, whole) }).then(
      () => undefined,
      (thrown: unknown) => thrown as Error & { code?: string },
    );
    expect(error).toMatchObject({ code: "spec-does-not-compile" });
    const headLines = isImport ? 0 : 4;
    const lines = error?.message.split("\n") ?? [];
    expect(lines).toHaveLength(told.length);
    for (const [index, [line, column, message]] of told.entries()) {
      const place = `${relative(process.cwd(), entry)}:${line + headLines}:${column}`;
      expect(lines[index]).toContain(`${place} - error`);
      expect(lines[index]).toContain(message);
    }
  });
});
