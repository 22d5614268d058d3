import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { isSchema, pointerStep } from "@contract-toolkit/contract";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { generate } from "../../generate/index.ts";

const generated = resolve(import.meta.dirname, "../../../generated");
const all = readdirSync(generated, { withFileTypes: true })
  .filter((dirent) => dirent.isDirectory())
  .map(({ name }) => name);
// Each takes one or two seconds.
const services = full ? all : ["gateway"];
const names = ["openapi.json", "openapi-3.1.json"];
const documents = services.flatMap((service) => names.map((name) => join(service, name)));

/** Accepted complaints, with the reason. */
const accepted: readonly {
  readonly reason: string;
  readonly allows: (complaint: Complaint, text: string) => boolean;
}[] = [
  {
    reason:
      "The content of a Base64 string has a schema of its own (x-content-schema); OpenAPI 3.0, unlike 3.1, has no keyword that refers to it.",
    allows: ({ document, rule, pointer }, text) =>
      document.endsWith("openapi.json") &&
      ["oas3-unused-component", "no-unused-components"].includes(rule) &&
      text.includes(`"x-content-schema": "${pointer.replace("/components/schemas/", "")}"`),
  },
];
const needed = new Set<string>();

test("there are two documents for each service", () => {
  expect(documents).toHaveLength(full ? 6 : 2);
});

test.each(documents)("%s has no complaints", async (document) => {
  const text = await readFile(join(generated, document), "utf8");
  expect(text).toContain("examples");
  const complaints = await complaintsOf(document, JSON.parse(text));
  const remaining = complaints.filter((complaint) => {
    const allowed = accepted.filter(({ allows }) => allows(complaint, text));
    for (const { reason } of allowed) needed.add(reason);
    return allowed.length === 0;
  });
  expect(remaining).toEqual([]);
});

test.runIf(full)("every accepted complaint occurs", () => {
  expect([...needed]).toEqual(accepted.map(({ reason }) => reason));
});

/** Complaints that only a specification can solve, not the generator. */
const ownWords = new Set([
  ...["oas3-api-servers", "info-contact", "operation-tags"],
  ...["no-empty-servers", "info-license", "operation-summary", "security-defined"],
]);

describe("every shape that a schema can take", async () => {
  const spec = resolve(import.meta.dirname, "../../generate/testing/specs/shapes/main.tsp");
  const files = await generate(spec);
  const documentAt = (name: string): unknown => JSON.parse(files.get(`shapes/${name}`) ?? "");

  test.each(names)("has no complaints in %s", async (name) => {
    const complaints = await complaintsOf(name, documentAt(name));
    expect(complaints.filter(({ rule }) => !ownWords.has(rule))).toEqual([]);
  });

  test("both linters report an example that violates its schema", async () => {
    const text = JSON.stringify(documentAt("openapi.json"));
    const broken: unknown = JSON.parse(text.replace('"value":{"tag":"ab"', '"value":{"tag":7'));
    const rules = (await complaintsOf("broken", broken)).map(({ rule }) => rule);
    expect(rules).toContain("oas3-valid-media-example");
    expect(rules).toContain("no-invalid-media-type-examples");
  });

  test("is written so that OpenAPI 3.0 keeps every null", () => {
    const found: unknown[] = [];
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) node.forEach(visit);
      if (!isSchema(node)) return;
      const { nullable, type, $ref } = node;
      if (nullable === true && (type === undefined || "allOf" in node)) found.push(node);
      if ($ref !== undefined && Object.keys(node).length > 1) found.push(node);
      Object.values(node).forEach(visit);
    };
    visit(documentAt("openapi.json"));
    expect(found).toEqual([]);
  });
});

/** A message of a linter. */
interface Complaint {
  readonly document: string;
  readonly linter: "spectral" | "redocly";
  readonly rule: string;
  /** JSON pointer of the place. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * Lists the errors and warnings of Spectral (`spectral:oas`) and Redocly (`recommended`).
 *
 * @param name of the document in the messages
 */
async function complaintsOf(name: string, document: unknown): Promise<Complaint[]> {
  const text = JSON.stringify(document);
  const found = [...(await spectralComplaints(text)), ...(await redoclyComplaints(text))];
  return found.map((unnamed) => ({ document: name, ...unnamed }));
}

type Unnamed = Omit<Complaint, "document">;

async function spectralComplaints(text: string): Promise<Unnamed[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });
  const found = await linter.run(text);
  return found.map(({ code, path, message }) => ({
    linter: "spectral",
    rule: String(code),
    pointer: path.map((step) => `/${pointerStep(String(step))}`).join(""),
    message,
  }));
}

async function redoclyComplaints(text: string): Promise<Unnamed[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: text, absoluteRef: "document.json", config });
  return found.map(({ ruleId, location, message }) => ({
    linter: "redocly",
    rule: ruleId,
    pointer: location[0]?.pointer?.slice(1) ?? "",
    message,
  }));
}
