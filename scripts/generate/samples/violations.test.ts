import { expect, test } from "vitest";
import { refusalsOf } from "../testing/specification.ts";

// The compiler itself checks the constraints of scalars, but not those of properties.
const models = `model Book { @maxLength(5) name: string; @minValue(1) pages?: int32; }
@error model Refused { @statusCode _: 400; @maxLength(5) title: string; }
`;

/** The messages, without their codes and advice. */
async function violationsIn(body: string): Promise<string[]> {
  const lines = await refusalsOf(models + body);
  return lines.map((line) => line.replace(/ - error .*?: /, " "));
}

test("accepts a valid sample", async () => {
  expect(
    await violationsIn(`@opExample(#{ parameters: #{ name: "a", pages: 1 }, returnType: #{ name: "a" } })
op add(...Book): Book | Refused;`),
  ).toEqual([]);
});

test("reports an invalid request with the line of the field", async () => {
  const [only, ...further] = await violationsIn(`@opExample(#{
  parameters: #{
    name: "a",
    pages: 0,
  },
  returnType: #{ name: "a" },
}, #{ title: "none" })
@post op add(...Book): Book | Refused;`);
  expect(only).toMatch(/^6:5 Sample "none" of add: \/body\/pages must be at least 1\. Correct/);
  expect(further).toEqual([]);
});

test("reports an invalid response, also if it is an error", async () => {
  const violations = await violationsIn(`@opExample(#{ returnType: #{ name: "longer" } })
@opExample(#{ returnType: #{ _: 400, title: "longer" } })
op find(): Book | Refused;`);
  expect(violations).toEqual([
    expect.stringMatching(/^3:30 Sample "sample-1" of find: \/body\/name must have at most 5/),
    expect.stringMatching(/^4:38 Sample "sample-2" of find: \/body\/title must have at most 5/),
  ]);
});

test("accepts an invalid request whose response is an error, if all path parameters are given", async () => {
  const sample = (
    parameters: string,
  ) => `@opExample(#{ ${parameters} returnType: #{ _: 400, title: "no" } })
@post @route("/{id}") op add(@path @maxLength(3) id: string, ...Book): Book | Refused;`;
  expect(await violationsIn(sample('parameters: #{ id: "longer", name: "longer" },'))).toEqual([]);
  const removed = `@providerState("set", "edit", #{ remove: #["/path/id"] })\n`;
  const longer = sample('parameters: #{ id: "longer", name: "a" },');
  expect(await violationsIn(removed + longer.replace(" })", ' }, #{ title: "set" })'))).toEqual([
    expect.stringMatching(/^4:\d+ Sample "set" of add: \/path\/id is required\. Give/),
  ]);
});

test("reports parameters at their position, whatever their names on the wire", async () => {
  expect(
    await violationsIn(`@opExample(#{
  parameters: #{
    of: #{ tag: "longer" },
    limit: 0,
  },
  returnType: #{ name: "a" },
})
op find(of: { @header("x-tag") @maxLength(5) tag: string }, @query("max") @minValue(1) limit: int32): Book;`),
  ).toEqual([
    expect.stringMatching(/^6:5 .*\/query\/max must be at least 1/),
    expect.stringMatching(/^5:12 .*\/headers\/x-tag must have at most 5/),
  ]);
});

test("validates the values that a provider state sets", async () => {
  const violations =
    await violationsIn(`@providerState("set", "edit", #{ set: #{ \`/body/pages\`: -1 } })
@opExample(#{ parameters: #{ name: "a" }, returnType: #{ name: "a" } }, #{ title: "set" })
@post op add(...Book): Book;`);
  expect(violations).toEqual([expect.stringMatching(/Correct what the provider state sets/)]);
});
