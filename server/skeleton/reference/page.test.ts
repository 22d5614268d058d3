import { join } from "node:path";
import { expect, test } from "vitest";
import { generateFromBody } from "../testing/generated.ts";
import { readContract } from "./contract.ts";
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

const generated = await generateFromBody(body);
const contract = await readContract(join(generated.folder, "shelf"));

function pageOf(longest = 1_000_000) {
  return referencePage(contract, { pages: [], choices: contract.choices, policy: "", longest });
}

test("a page shows everything about an operation in one place", () => {
  const { text: page } = pageOf();
  expect(count(page, "The one below.")).toBe(3);
  expect(count(page, "Names the request.")).toBe(2);
  expect(page).toContain("<code>[].leaves[].colour</code>");
});

test("a long page describes shared parts once, and every link has a target", () => {
  const { text: page } = pageOf(0);
  for (const text of ["The one below.", "Names the request.", "<code>colour</code>"])
    expect(count(page, text), text).toBe(1);
  for (const field of ["leaves", "below", "either", "inside", "inside.depth", "why", "only"])
    expect(page, field).toContain(`<code>${field}</code>`);
  const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(links)).toContain("schema-Branch");
  for (const id of links) expect(count(page, `id="${id ?? ""}"`), id).toBe(1);
});

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
