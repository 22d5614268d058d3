import { expect, test } from "vitest";
import { isOfPattern, readKnownFailures } from "./known-failures.ts";

test("a line has a target, an id that may have spaces, and a reason", () => {
  const text = [
    "# Answers 500 while",
    "# the index is rebuilt.",
    "server readItem/lost",
    "client readItem/lost",
    "# Takes none.",
    "client takeEvent/first",
    "",
    "server readItem/request/path/id maxLength invalid (12)  # no limit",
    "receiver takeEvent/first",
  ].join("\r\n");
  const known = readKnownFailures(text);
  expect(known.map(({ target, id, reason, line }) => [line, target, id, reason])).toEqual([
    [3, "server", "readItem/lost", "Answers 500 while the index is rebuilt."],
    [4, "client", "readItem/lost", "Answers 500 while the index is rebuilt."],
    [6, "client", "takeEvent/first", "Takes none."],
    [8, "server", "readItem/request/path/id maxLength invalid (12)", "no limit"],
    [9, "receiver", "takeEvent/first", "no reason is given"],
  ]);
});

test.each([
  ["readItem/lost", 'Line 1: "readItem/lost" is not "TARGET ID'],
  ["# none\nserver", 'Line 2: "server" is not'],
  ["servers a/b", 'Line 1: "servers a/b" is not'],
  ["server a/b\nserver a/b # why", "Line 2: server a/b is already on line 1"],
])("%j is refused", (text, message) => {
  expect(() => readKnownFailures(text)).toThrow(message);
});

test.each([
  ["addItem", "addItem/one", false],
  ["*/http/*chunks*", "addItem/http/bodies/chunks of 7 bytes", true],
  ["a*a", "a", false],
  ["a*b*b", "ab", false],
])("pattern %j matches %j: %j", (pattern, id, isIt) => {
  expect(isOfPattern(pattern, id)).toBe(isIt);
});
