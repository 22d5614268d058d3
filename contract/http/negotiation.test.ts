import { expect, test } from "vitest";
import { isAcceptable, negotiate, preferredType } from "./negotiation.ts";

const header = (name: string, negotiated: readonly string[], further = {}) => ({
  ...({ name, in: "header", type: "string", required: false, negotiated } as const),
  ...further,
});
const languages = header("Accept-Language", ["en", "fr", "pt-BR"]);
const types = header("accept", ["application/json", "image/png", "image/jpeg"]);

test.each([
  [languages, "fr", "fr"],
  [languages, "*", undefined],
  [languages, "*;q=0.5", undefined],
  [languages, "de, *;q=0.1", undefined],
  [languages, "de", undefined],
  [languages, "", undefined],
  [languages, "en;q=0.5, FR-ch;q=0.9, *;q=0.1", "fr"],
  [languages, "pt", "pt-BR"],
  [languages, "fr, en", "fr"],
  [languages, "en;q=0, *", "fr"],
  [languages, "en;q=0", undefined],
  [types, "*/*", undefined],
  [types, "text/html, */*;q=0.8", undefined],
  [types, "image/*, application/json;q=0.9", "image/png"],
  [types, "image/*;q=0.5, image/jpeg;q=0.7", "image/jpeg"],
  [types, "application/json, */*;q=0.1", "application/json"],
  [header("accept-encoding", ["br", "gzip"]), "gzip, deflate", "gzip"],
  [header("user-agent", ["app", "app/2"]), "Mozilla/5.0 (X11; app/2) app/1.3", "app"],
  [header("user-agent", ["app"]), "node", undefined],
  [header("accept", ["application/json"], { required: true }), "*/*", "application/json"],
  [header("accept", ["application/json"], { required: true }), "text/csv", "text/csv"],
  [
    header("accept-language", ["en", "fr"], { array: { explode: false } }),
    "de, fr;q=0.5, en",
    "en,fr",
  ],
  [header("accept-language", []), "de, *", "de, *"],
  [header("accept-language", []), "*", undefined],
])("%j reads %j as %j", (parameter, text, expected) => {
  expect(negotiate(parameter, text)).toBe(expected);
});

test.each([
  [undefined, "application/json", true],
  ["*/*", "application/json", true],
  ["Text/*;q=0.9, application/json;q=0.5", "text/csv", true],
  ["text/csv;q=0, */*;q=0.1", "application/json", true],
  ["text/csv;q=x, application/*;q=0.2", "application/json", true],
  ["application/json;q=0, */*", "text/csv", false],
  ["image/png", "application/json", false],
  ["", "application/json", false],
])("%j prefers %s and accepts JSON: %j", (accept, preferred, takesJson) => {
  expect(preferredType(accept, ["application/json", "text/csv"])).toBe(preferred);
  expect(isAcceptable(accept, "application/json")).toBe(takesJson);
});
