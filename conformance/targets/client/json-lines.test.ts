import { expect, test } from "vitest";
import { openDialogue } from "./json-lines.ts";

const limitMs = 20_000;

test("only a line feed ends a line, even if the line arrives in pieces", async () => {
  const dialogue = openDialogue(
    String.raw`printf '{"a":"x\342\200\250y"'; sleep 0.1; printf '}\r\n{"b":1}\n{"c":'; sleep 0.1; printf '2}'`,
  );
  expect(await dialogue.receive("say a", limitMs)).toEqual({ a: "x\u2028y" });
  expect(await dialogue.receive("say b", limitMs)).toEqual({ b: 1 });
  expect(await dialogue.receive("say c", limitMs)).toEqual({ c: 2 });
  await dialogue.close();
});

test("U+2028 and U+2029 are escaped", async () => {
  const dialogue = openDialogue(
    String.raw`read -r line; printf '{"bytes":%s}\n' "$(printf '%s' "$line" | wc -c)"`,
  );
  dialogue.send({ text: "\u2028\u2029" });
  const { length } = String.raw`{"text":"\u2028\u2029"}`;
  expect(await dialogue.receive("count", limitMs)).toEqual({ bytes: length });
  await dialogue.close();
});

test("a line without an end is not collected", async () => {
  const dialogue = openDialogue("tr '\\0' x < /dev/zero 2> /dev/null");
  await expect(dialogue.receive("say a", limitMs)).rejects.toThrow(
    "more than 100000000 characters",
  );
  await dialogue.close();
});
