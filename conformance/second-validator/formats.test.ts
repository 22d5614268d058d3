import { expect, test } from "vitest";
import { textFormats } from "@contract-toolkit/kernel";
import { spellingsOfFormat } from "../cases/boundaries/values/format-examples.ts";
import { accepts } from "./oracle.ts";

/** Parts of almost valid texts of each format. */
const pieces: Readonly<Record<string, readonly string[]>> = {
  duration: ["P", "T", "1", "2.5", "0,5", ".", "Y", "M", "W", "D", "H", "S", "-", " ", "\n"],
  base64url: ["a", "bc", "_", "-", "=", "==", "+", "/", "\n", "é"],
  "http-date": [
    ...["Sat", "Saturday", "Mon", ", ", " ", "-", "31", "30", " 3", "03", "29", "Jan", "Feb"],
    ...["2026", "2024", "26", "08:00:00", "23:59:60", "24:00:00", " GMT", " UTC"],
  ],
};

test.each(Object.keys(pieces))("both validators agree on every text of the format %s", (format) => {
  const own = textFormats[format];
  if (!own) throw new Error(`there is no format ${format}`);
  const { right, wrong } = spellingsOfFormat(format);
  for (const text of [...right, ...wrong, ...textsOf(pieces[format] ?? [])].map(String))
    expect([text, accepts({ type: "string", format }, text)]).toEqual([text, own(text)]);
  expect(right.every((text) => own(String(text)))).toBe(true);
  expect(wrong.some((text) => own(String(text)))).toBe(false);
});

/** Texts of up to eight parts, the same in each run. */
function textsOf(parts: readonly string[]): string[] {
  let state = 1;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: 20_000 }, () =>
    Array.from({ length: 1 + next(8) }, () => parts[next(parts.length)]).join(""),
  );
}
