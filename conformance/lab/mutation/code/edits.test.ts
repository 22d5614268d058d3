import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editedCopy } from "./edited-copy.ts";
import { placeOf, repository } from "./edits.ts";

const folders = ["server/gateway"];

test("a text is found in another layout, in the declaration that is named", async () => {
  const from = "if(\n  !place || places . length > 1,\n)";
  const edit = { in: "placeOf", from, to: "" };
  const { file, start, end } = await placeOf(edit, ["conformance/lab/mutation"]);
  const text = await readFile(join(repository, file), "utf8");
  expect(text.slice(start, end)).toBe("if (!place || places.length > 1)");
  await expect(placeOf({ ...edit, in: "lost" }, ["conformance/lab/mutation"])).rejects.toThrow(
    "lost has 0 times instead of once",
  );
});

test("a fault whose text is gone is not made", async () => {
  await expect(editedCopy(folders, [{ from: "no such text", to: "" }])).rejects.toThrow(
    "server/gateway has 0 times instead of once: no such text",
  );
});

test("a fault in files of two folders is not made", async () => {
  const edits = ["export function placeOf", "export function pointerOf"].map((from) => ({
    from,
    to: "",
  }));
  await expect(editedCopy(["contract", "conformance/lab/mutation"], edits)).rejects.toThrow();
});
