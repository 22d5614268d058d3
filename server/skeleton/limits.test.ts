import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { draft, json, problemsOf, serveLibrary } from "./testing/library-service/server.ts";

const library = await serveLibrary();
const { send, post } = library;

beforeEach(library.reset);
afterAll(() => library[Symbol.asyncDispose]());

const many = <T>(length: number, item: (index: number) => T) =>
  Array.from({ length }, (_, index) => item(index));

test("an unreadable body does not hide other violations", async () => {
  for (const body of ["{", `${"[".repeat(65)}${"]".repeat(65)}`]) {
    const response = await send("POST", "/items?colour=red", json, body);
    expect(problemsOf(response).map(({ at }) => at)).toEqual(["body", "colour"]);
  }
});

describe("responses are limited", () => {
  test("a hundred violations are listed, the others are counted", async () => {
    const labels = Object.fromEntries(many(5000, (at) => [`l${at}`, 0]));
    const response = await post({ ...draft, labels });
    const problems = problemsOf(response);
    expect(problems).toHaveLength(101);
    expect(problems[99]).toEqual({ at: "labels.l99", message: "must be a string" });
    expect(problems[100]).toEqual({ at: "", message: "4900 more" });
  });

  test("violations of a query are limited too", async () => {
    const query = many(1000, (at) => `q${at}=1`).join("&");
    const problems = problemsOf(await send("GET", `/items?limit=0&${query}`));
    expect(problems).toHaveLength(101);
    expect(problems[100]).toEqual({ at: "", message: "901 more" });
  });

  test("one parameter has one violation, however often it is repeated", async () => {
    const query = many(500, (at) => `limit[${at}]=1`).join("&");
    expect(problemsOf(await send("GET", `/items?${query}`))).toEqual([
      { at: "limit", message: "must be given once, without brackets" },
    ]);
  });

  test("a name is cut at 256 characters", async () => {
    const [problem] = problemsOf(await post({ ...draft, labels: { ["😀".repeat(5000)]: 0 } }));
    expect(problem?.at).toHaveLength(256);
    expect(problem?.at).toMatch(/^labels\.(😀)+.?…$/u);
    const [ofQuery] = problemsOf(await send("GET", `/items?${"q".repeat(5000)}=1`));
    expect(ofQuery?.at).toBe(`${"q".repeat(255)}…`);
  });

  test("a response has at most 32 kB", async () => {
    const labels = Object.fromEntries(many(80, (at) => [`${at}${"\u0001".repeat(180)}`, 0]));
    const response = await post({ ...draft, labels });
    expect(response.status).toBe(400);
    expect(Buffer.byteLength(response.text)).toBeLessThan(32_768);
    const problems = problemsOf(response);
    expect(problems.at(-1)?.message).toBe(`${81 - problems.length} more`);
  });
});
