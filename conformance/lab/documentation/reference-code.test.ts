import { resolve } from "node:path";
import { expect, test } from "vitest";
import { codeOf } from "../../../server/skeleton/reference/browser/code.ts";
import { find } from "../../../server/skeleton/reference/browser/search.ts";
import { readContract } from "../../../server/skeleton/reference/contract.ts";
import { typecheck } from "../../testing/compile.ts";

test.each(["gateway", "sandbox"])(
  "the sample code in the reference of %s compiles and has the values of the samples",
  async (name) => {
    const folder = resolve(import.meta.dirname, "../../../generated", name);
    const { operations, samples } = await readContract(folder);
    const codes = operations.flatMap(({ operation, emitted }) => {
      // Requests of refused samples may break the schema on purpose.
      const sample = samples.find(
        (each) => each.operation === operation.id && each.response.status < 300,
      );
      if (!sample) return [];
      const described = { ...operation, statuses: Object.keys(emitted.responses) };
      const code = codeOf(name, described, sample.request, "http://127.0.0.1:3000");
      return code ? [{ id: operation.id, sample, code }] : [];
    });
    expect(codes.length).toBe(operations.length);
    const files = codes.flatMap(({ id, code }) => [
      [`${id}-client.ts`, `${code.client}\ndeclare const token: string;`],
      [`${id}-fetch.ts`, `${code.fetch}\ndeclare const token: string;\nexport {};`],
    ]);
    expect(typecheck(Object.fromEntries(files) as Record<string, string>)).toEqual([]);
    for (const { sample, code } of codes) {
      expect(code.curl).not.toContain("<JWT_TOKEN>");
      const [, body] = /--data-raw '(.*)'$/s.exec(code.curl) ?? [];
      if (body !== undefined)
        expect(JSON.parse(body.replaceAll(`'\\''`, "'"))).toEqual(sample.request.body);
    }
  },
);

test("a search needs every word and prefers titles", () => {
  const entry = (title: string, text: string) => ({ title, kind: "", href: "", text });
  const entries = [entry("note", "has a name"), entry("name", "of a note"), entry("id", "")];
  expect(find(entries, "name").map(({ title }) => title)).toEqual(["name", "note"]);
  expect(find(entries, "name missing")).toEqual([]);
});
