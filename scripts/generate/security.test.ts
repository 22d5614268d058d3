import { expect, test } from "vitest";
import { refusalsOf } from "./testing/specification.ts";

test("two credentials that one request cannot carry are refused with their line", async () => {
  expect(await refusalsOf("@useAuth([BearerAuth, BasicAuth])\n@get op read(): void;")).toEqual([
    expect.stringMatching(
      /^2:\d+ - error unsendable-credentials: read asks for BearerAuth and BasicAuth at once, but both are in \S+ Make them alternatives/,
    ),
  ]);
  expect(await refusalsOf("@useAuth(BearerAuth | BasicAuth)\n@get op read(): void;")).toEqual([]);
});
