import { expect, test } from "vitest";
import { compiledEngine } from "../../../server/skeleton/index.ts";
import { generateInto } from "../../../conformance/testing/generated.ts";
import { entryOf } from "../testing/specs/corpus.ts";

const generated = await generateInto(entryOf("models"));

const filled = { title: "Lamps", notes: null, tags: ["x"], keep: false };

test.each([
  ["Crates_add", [{ title: "Lamps", parts: [{}] }], [{ ...filled, parts: [{ count: 1 }] }]],
  ["Crates_replace", { title: "Lamps" }, filled],
  ["Crates_rename", { title: "Lamps", parts: [{}] }, { title: "Lamps", parts: [{}] }],
  ["Crates_changePart", { secret: "s" }, { secret: "s" }],
  ["Articles_change", { place: { row: "B" } }, { place: { row: "B" } }],
])(
  "%s needs no read-only field, and only a complete body gets defaults",
  async (id, body, received) => {
    const suite = await generated.load("models");
    const operation = suite.contract.operations[id];
    if (!operation) throw new Error(`There is no ${id}.`);
    const message = { path: { id: "1" }, query: {}, headers: {}, body: structuredClone(body) };
    expect(await compiledEngine(suite.contract).request(operation, message)).toEqual([]);
    expect(message.body).toEqual(received);
  },
);
