import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { replay } from "../commands/replay.ts";
import { specify } from "../../generate/testing/specification.ts";
import { printedBy } from "../testing/printed.ts";
import { generateInto } from "../../../conformance/testing/generated.ts";
import { listen } from "../../../conformance/testing/listen.ts";

const text = `
model Item { id: string; @minLength(6) name: string; }
@error model Unknown { @statusCode _: 404; title: string; }
@error model Refused { @statusCode _: 400 | 401; title: string; }
alias Key = ApiKeyAuth<ApiKeyLocation.header, "X-Key">;
@samples(#{ title: "all", description: "Items.", returnType: #[#{ id: "i-1", name: "Lantern" }] })
@useAuth(Key) @route("/items") @get op list(@query limit?: int32): Item[] | Refused;
@samples(#{ title: "found", description: "An item.", providerStates: #{ item: #{} }, parameters: #{ id: "i-1" }, returnType: #{ id: "i-1", name: "Lantern" } })
@useAuth(Key) @route("/items/{id}") @get op find(@path id: string): Item | Unknown | Refused;
@samples(#{ title: "a-box", description: "A box.", providerStates: #{ box: #{} }, parameters: #{ id: "b-1" }, returnType: #{ id: "b-1", name: "Lantern" } })
@useAuth(Key) @route("/boxes/{id}") @get op findBox(@path id: string): Item | Unknown | Refused;
@samples(#{ title: "a-box", description: "A box.", parameters: #{ body: #{ id: "b-1", name: "Lantern" } }, returnType: #{ id: "b-1", name: "Lantern" } })
@useAuth(Key) @route("/boxes") @post op addBox(@bodyRoot body: Item): Item | Unknown | Refused;`;

const specification = await specify(text);
const generated = await generateInto(specification.entry);

afterAll(() => specification[Symbol.asyncDispose]());

const noSuchPath = { title: "There is none." };

test.each([
  ["501", 501, {}, "501"],
  ["a uniform 404 as it is documented", 404, noSuchPath, "404"],
  ["a uniform 404 in HTML", 404, "<h1>Cannot GET</h1>", "404"],
])("a half-finished server is read on one screen: %s", async (_, missing, page, status) => {
  await using server = await listen((request, response) => {
    const send = (status: number, body: unknown) => {
      const isText = typeof body === "string";
      response.writeHead(status, { "Content-Type": isText ? "text/html" : "application/json" });
      response.end(isText ? body : JSON.stringify(body));
    };
    const path = request.url?.split("?")[0] ?? "";
    if (!path.startsWith("/items")) send(missing, page);
    else if (request.headers["x-key"] !== "key") send(401, { title: "Who?" });
    else if (path === "/items") send(200, [{ id: "i-1", name: "Lantern" }]);
    // An item that is missing looks like a path that is missing.
    else send(404, noSuchPath);
  });
  const args = [
    join(generated.folder, "shelf"),
    "--server",
    server.url.href,
    "--header",
    "X-Key: key",
  ];
  const { stdout, status: exit } = await printedBy(() => replay(args));
  const lines = stdout.split("\n");
  expect(lines.length).toBeLessThanOrEqual(41);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const whole = stdout.replaceAll(/\s+/g, " ");
  expect(whole).toMatch(/^works (in part)?.*\blist\b/);
  expect(whole).toMatch(
    new RegExp(
      `not implemented \\(answered with ${status}; \\d+ cases were not played\\): (findBox, addBox|addBox, findBox) `,
    ),
  );
  expect(whole).toMatch(
    /cases? needs? provider states that nobody sets up \(--provider FILE\): item /,
  );
  expect(exit).not.toBe(0);
});
