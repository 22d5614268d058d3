import { expect, test } from "vitest";
import { judgeOf } from "../testing/specification.ts";

const json = '@header contentType: "application/json"';
const judge = await judgeOf(`
@route("/bytes") @post op raw(${json}, @body @encode("base64url") b: bytes): { ${json}, @body @encode("base64url") b: bytes };
@route("/date") @post op at(${json}, @body @encode("rfc7231") b: utcDateTime): { ${json}, @body @encode("rfc7231") b: utcDateTime };
@route("/time") @post op time(${json}, @body @encode("unixTimestamp", int32) b: utcDateTime): void;
@route("/none") @post op none(${json}, @body @encode("rfc7231") b: utcDateTime | null): void;
@route("/own") @post op own(${json}, @body @encode("base64url") b: Url): { ${json}, @body b: Url };
@encode("base64url") scalar Url extends bytes;
@route("/text") @post op text(${json}, @body @encode(string) b: int64): void;
@route("/model") @post op fields(@body b: {
  @encode("base64url") bytes?: bytes | null;
  @encode("rfc7231") date?: utcDateTime | null;
  @encode("rfc7231") offset?: offsetDateTime;
  length?: duration;
}): void;
@route("/headers") @post op headers(@header \`if-modified-since\`?: utcDateTime): { @header lastModified: utcDateTime };`);

const date = "Wed, 12 Oct 2022 07:20:50 GMT";

test.each([
  ["raw.request", "_-8", "/+8="],
  ["raw.200", "_-8", "/+8="],
  ["at.request", date, "2022-10-12T07:20:50Z"],
  ["at.200", date, "garbage"],
  ["time.request", 1, date],
  ["none.request", null, "garbage"],
  ["own.request", "_-8", "/+8="],
  ["text.request", "9007199254740993", 1],
  ["fields.request", { bytes: "_-8" }, { bytes: "/+8=" }],
  ["fields.request", { bytes: null }, { bytes: "*" }],
  ["fields.request", { date }, { date: "garbage" }],
  ["fields.request", { date: null }, { date: "2022-10-12T07:20:50Z" }],
  ["fields.request", { offset: date }, { offset: "2022-10-12T07:20:50Z" }],
  ["fields.request", { length: "PT1.5S" }, { length: "PT1.5M1S" }],
])("the encoding of %s is checked", (message, right, wrong) => {
  expect(judge(message, { body: right })).toBe(true);
  expect(judge(message, { body: wrong })).toBe(false);
});

test("dates in headers are HTTP dates", () => {
  const request = (text: string) =>
    judge("headers.request", { headers: { "if-modified-since": text } });
  expect([request(date), request("garbage")]).toEqual([true, false]);
  const response = (text: string) => judge("headers.200", { headers: { "last-modified": text } });
  expect([response(date), response("garbage")]).toEqual([true, false]);
});
