import { beforeAll, expect, test } from "vitest";
import { compileSpec } from "../compile.ts";
import { publishedDocuments } from "../openapi/published.ts";
import { readServices, type Service } from "../service.ts";
import { specify } from "../testing/specification.ts";
import { referencePage } from "./page.ts";

const body = `
@error @refusal(404, 405) model Missing { @statusCode _: 404; why: string; }
model Traced { @doc("Names the request.") @header traceId?: string; }
model Leaf { colour: "red" | "green"; }
model Branch { leaves: Leaf[]; @doc("The one below.") below?: Branch; either: Leaf | Branch; inside: { depth: int32 } }
@route("/branches") interface Branches {
  @get find(...Traced, @query only?: string): Branch[] | Missing;
  @post grow(...Traced, @body branch: Branch): Branch;
}
`;

let service: Service;
let pageOf: (longest?: number) => string;

beforeAll(async () => {
  await using specification = await specify(body);
  const spec = await compileSpec(specification.entry);
  const services = await readServices(spec);
  const [only] = services;
  if (!only) throw new Error("There is no service.");
  service = only;
  pageOf = (longest) => referencePage(spec, services, only, [], longest);
});

test("a page has all of an operation in one place", () => {
  const page = pageOf();
  expect(count(page, "The one below.")).toBe(3);
  expect(count(page, "Names the request.")).toBe(2);
  expect(page).toContain("<code>[].leaves[].colour</code>");
});

test("a long page describes what operations share once, and every link leads somewhere", () => {
  const page = pageOf(0);
  for (const text of ["The one below.", "Names the request.", "<code>colour</code>"])
    expect(count(page, text), text).toBe(1);
  for (const field of ["leaves", "below", "either", "inside", "inside.depth", "why", "only"])
    expect(page, field).toContain(`<code>${field}</code>`);
  const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(links)).toContain("schema-Branch");
  for (const id of links) expect(count(page, `id="${id ?? ""}"`), id).toBe(1);
});

test("an answer outside any operation is one response of the documents", () => {
  const { openapi30, openapi31 } = publishedDocuments(service, [service], []);
  for (const { components, paths } of [openapi30, openapi31]) {
    expect(components?.responses).toMatchObject({ Missing: { "x-refusal": true } });
    expect(paths["/branches"]?.["post"]?.responses).toMatchObject({
      404: { $ref: "#/components/responses/Missing" },
      405: { $ref: "#/components/responses/Missing" },
    });
    expect(paths["/branches"]?.["get"]?.responses["404"]).toHaveProperty("content");
  }
});

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
