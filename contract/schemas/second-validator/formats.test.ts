import { expect, test } from "vitest";
import { checkedFormats, textFormats } from "@contract-toolkit/contract";
import { valuesOfFormat } from "../message-generator/format-values.ts";
import { accepts } from "./oracle.ts";

/** Parts of almost valid texts of each format. */
const pieces: Readonly<Record<string, readonly string[]>> = {
  duration: ["P", "T", "1", "2.5", "0,5", ".", "Y", "M", "W", "D", "H", "S", "-", " ", "\n"],
  base64url: ["a", "bc", "_", "-", "=", "==", "+", "/", "\n", "é"],
  "date-time": [
    ...[
      "2024-02-29",
      "2026-02-29",
      "2026-04-31",
      "T",
      "t",
      " ",
      "08:00:00",
      "23:59:60",
      "15:59:60",
    ],
    ...[".5", "Z", "z", "+07:00", "-08:00", "+7", "-08"],
  ],
  time: ["08:00:00", "23:59:60", "15:59:60", "24:00:00", ".5", "Z", "z", "+07:00", "-08:00", "+7"],
  date: ["2024", "2100", "2000-02-29", "-02", "-04", "-29", "-30", "-31", "-00", "-13", "T", " "],
  "uri-reference": [
    ...'a: a . / // ? # @ %41 %4 [ ] [::1] [1::2:3] [v1.x] 1.2.3.4 :80 é ~ _ - ! : \\ | "'.split(
      " ",
    ),
    " ",
    "\n",
  ],
  "uri-template": ["a", "{", "}", "b.c", ",", ":3", "*", "?", "%41", "%4", "'", '"', "é", " "],
  email: ["a", "b.c", ".", "@", "example.org", "[127.0.0.1]", "[IPv6:::1]", '"a b"', '"', " ", "-"],
  hostname: ["a", "b1", "-", ".", "xn--a", "A".repeat(60), "_", "é", "\n"],
  ulid: [
    "0",
    "7",
    "8",
    "01ARZ3NDEK",
    "tsv4rrffq6",
    "9G5FAV",
    "9g5fa",
    "I",
    "l",
    "O",
    "u",
    "-",
    "\n",
  ],
  uuid: ["0f4c8d1e", "-5a2b", "-4c3d-8e9f", "-a0b1c2d3e4f5", "-A0B1C2D3E4F5", "urn:uuid:", "g"],
  "http-date": [
    ...["Sat", "Saturday", "Mon", ", ", " ", "-", "31", "30", " 3", "03", "29", "Jan", "Feb"],
    ...["2026", "2024", "26", "08:00:00", "23:59:60", "24:00:00", " GMT", " UTC"],
  ],
};

test.each(Object.keys(textFormats))(
  "both validators agree on every text of the format %s",
  (format) => {
    const own = textFormats[format];
    if (!own) throw new Error(`there is no format ${format}`);
    const { right, wrong } = valuesOfFormat(format);
    for (const text of [...right, ...wrong, ...textsOf(piecesOf(format))].map(String))
      expect([text, accepts({ type: "string", format }, text)]).toEqual([text, own(text)]);
  },
);

test.each([...checkedFormats].map(String))(
  "a message can have the format %s, or violate it",
  (format) => {
    const { right, wrong } = valuesOfFormat(format);
    const isAccepted = (text: unknown) => accepts({ type: "string", format }, text);
    expect([right.filter((text) => !isAccepted(text)), wrong.filter(isAccepted)]).toEqual([[], []]);
    expect([right, wrong]).not.toContainEqual([]);
    const text = valuesOfFormat(format).usual;
    expect(text).toBeDefined();
    expect(accepts({ type: "string", format }, text)).toBe(true);
  },
);

function piecesOf(format: string): readonly string[] {
  const parts = pieces[["uri", "url"].includes(format) ? "uri-reference" : format];
  if (!parts) throw new Error(`add parts of almost valid texts of ${format} to pieces`);
  return parts;
}

/** Texts of up to eight parts, the same in each run. */
function textsOf(parts: readonly string[]): string[] {
  let state = 1;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: 5000 }, () =>
    Array.from({ length: 1 + next(8) }, () => parts[next(parts.length)]).join(""),
  );
}
