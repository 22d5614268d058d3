import { readFile } from "node:fs/promises";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addStandardFormats from "ajv-formats";
import { isObject, type Schema } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import type { Change } from "./change.ts";
import { changesOf, documentOf, places } from "./testing/documents.ts";
import { schemaEdits, type SchemaEdit } from "./testing/edits/schema-edits.ts";
import { waivers } from "./testing/edits/waivers.ts";

const full = process.env["FULL"] === "1";

interface Verdict {
  readonly edit: string;
  readonly changes: readonly Change[];
  /** What is wrong; undefined if nothing is. */
  readonly fault?: "missed" | "not found" | "false alarm" | undefined;
}

const ajv = new Ajv2020({ strict: false, logger: false });
addStandardFormats.default(ajv);
const compiled = new Map<string, ValidateFunction>();

function isValid(schema: Schema, value: unknown): boolean {
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
  compiled.set(text, validate);
  return validate(value);
}

/** A sender sends only documented fields, if its schema documents any. */
function sends(schema: Schema, value: unknown): boolean {
  const hasFields = JSON.stringify(schema).includes('"properties"');
  return isValid(hasFields ? { allOf: [schema], unevaluatedProperties: false } : schema, value);
}

/** Judges an edit by messages. The old side sends requests, the new side responses. */
function verdictOf(edit: SchemaEdit, side: "request" | "response"): Verdict {
  const [sender, receiver] = side === "request" ? [edit.old, edit.new] : [edit.new, edit.old];
  const place = places[`${side} body`];
  const changes = changesOf(documentOf(place(edit.old)), documentOf(place(edit.new)));
  const errors = changes.filter(({ severity }) => severity === "error");
  const shown = errors.flatMap(({ counterexample }) =>
    isObject(counterexample) ? [counterexample["body"]] : [],
  );
  const samples = [...edit.samples, ...shown];
  const refused = samples.filter((sample) => isValid(sender, sample) && !isValid(receiver, sample));
  const isBroken = refused.some((value) => sends(sender, value));
  const isChanged = samples.some((sample) => isValid(sender, sample) !== isValid(receiver, sample));
  const fault =
    isBroken && errors.length === 0
      ? "missed"
      : isChanged && changes.length === 0
        ? "not found"
        : refused.length === 0 && errors.length > 0
          ? "false alarm"
          : undefined;
  return { edit: `${side}: ${edit.name}`, changes, fault };
}

const every = schemaEdits().flatMap((edit) =>
  (["request", "response"] as const).map((side) => ({ edit, side })),
);
/** The normal run takes every fifth edit. */
const chosen = every.filter((_, index) => full || index % 5 === 0);

test("every change of a keyword that changes messages is found, and no other is an error", async () => {
  const verdicts = chosen.map(({ edit, side }) => verdictOf(edit, side));
  const isWaived = ({ edit, fault }: Verdict) =>
    waivers.some((waiver) => waiver.fault === fault && waiver.edits.test(edit));
  const faults = verdicts.filter(({ fault }) => fault);
  expect(
    faults
      .filter((verdict) => !isWaived(verdict))
      .map(({ fault, edit, changes }) => [fault, edit, ...changes.map(({ id }) => id)].join(" ")),
  ).toEqual([]);
  if (!full) return;
  const text = await readFile("docs/diff.md", "utf8");
  expect(text).toContain(`Of these, ${faults.length} are waived`);
  const unused = waivers.filter(
    ({ fault, edits }) =>
      !faults.some((verdict) => verdict.fault === fault && edits.test(verdict.edit)),
  );
  expect(unused).toEqual([]);
}, 600_000);

test("docs/diff.md counts the edits", async () => {
  const text = await readFile("docs/diff.md", "utf8");
  expect(text).toContain(`${every.length} changes of keywords`);
});
