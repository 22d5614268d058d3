import { afterAll, expect, test } from "vitest";
import {
  checkedFormats,
  mapSubschemas,
  type OperationValidators,
  type Schema,
} from "@contract-toolkit/contract";
import { serverSchemas } from "../../validation/compiled-schemas.ts";
import { compileValidators, createValidatorCompiler } from "../../validation/validators.ts";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import { committedSuite } from "../../../../conformance/testing/suites.ts";
import { exceptions, type Exception } from "./exceptions.ts";
import { suiteMessages } from "./messages.ts";
import { readGroups, type Group } from "./read-suite.ts";

const groups = readGroups();
const tests = groups.flatMap(({ valid, invalid }) => [...valid, ...invalid]).length;
const files = groups.map(({ file }) => file);
const counts: string[] = [];

afterAll(() => {
  console.log(
    `JSON Schema Test Suite: ${tests} tests in ${groups.length} groups; ${counts.join("; ")}`,
  );
});

const refusals = exceptions.compiled.filter(({ isRefused }) => isRefused);
const isRefused = ({ name }: Group) => refusals.some(({ of }) => of.includes(`${name} `));

test("the modules that are compiled for servers pass the suite", async () => {
  const compiled = groups.filter((group) => !isRefused(group));
  const modules = await compileValidators("suite", serverSchemas(suiteMessages(compiled)));
  expect(modules).toHaveLength(1);
  const { validators } = (await import(
    `data:text/javascript,${encodeURIComponent(modules[0]?.[1] ?? "")}`
  )) as { readonly validators: Readonly<Record<string, OperationValidators>> };
  const failures = compiled.flatMap((group, index) =>
    failuresOf(group, (message) => validators[`group${index}`]?.request(message)),
  );
  expectOnly(
    "compiled",
    failures,
    exceptions.compiled.filter((exception) => !exception.isRefused),
  );
});

test("schemas that are not compiled are refused", () => {
  const refused = groups.filter(isRefused);
  for (const group of refused) {
    const compiler = createValidatorCompiler(serverSchemas(suiteMessages([group])));
    expect(() => compiler.getSchema("group0.request"), group.name).toThrow("strict mode");
  }
  const failures = refused.flatMap((group) => failuresOf(group, () => undefined));
  expectOnly("refused", failures, refusals);
});

test("the second validator passes the suite", () => {
  const failures = groups.flatMap((group) => {
    const { messages, $defs } = suiteMessages([group]);
    return failuresOf(group, (message) =>
      accepts({ ...messages["request group0"], $defs }, message),
    );
  });
  expectOnly("second validator", failures, exceptions.second);
});

/** Tests with another verdict, as `file group value`. */
function failuresOf(
  { name, valid, invalid }: Group,
  judge: (message: { readonly body: unknown }) => boolean | undefined,
): string[] {
  const judged = (data: unknown) => judge({ body: structuredClone(data) });
  return [
    ...valid.filter((data) => judged(data) !== true),
    ...invalid.filter((data) => judged(data) !== false),
  ].map((data) => `${name} ${JSON.stringify(data)}`);
}

/** Every failure is an exception, and every exception fails as often as it says. */
function expectOnly(name: string, failures: readonly string[], allowed: readonly Exception[]) {
  counts.push(`${name}: ${failures.length} exceptions`);
  const isOf = (failure: string) => (start: string) => failure.startsWith(start);
  expect(failures.filter((failure) => !allowed.some(({ of }) => of.some(isOf(failure))))).toEqual(
    [],
  );
  for (const { reason, of, tests: expected } of allowed) {
    const found = failures.filter((failure) => of.some(isOf(failure)));
    expect([reason, found.length]).toEqual([reason, expected]);
    expect(of.filter((start) => !found.some((text) => text.startsWith(start)))).toEqual([]);
  }
}

test("the suite has every format that is checked, except those of OpenAPI and of this toolkit", () => {
  const others = ["base64url", "byte", "http-date", "ulid", "url"];
  const played = new Set([...others, ...files.map((file) => file.replace(/.*\//, ""))]);
  expect([...checkedFormats].filter((format) => !played.has(String(format)))).toEqual([]);
});

test.each(["gateway", "sandbox", "merchant"])("the suite has every keyword of %s", async (name) => {
  const { messages, $defs } = (await committedSuite(name)).messages;
  const keywords = new Set<string>();
  const collect = (schema: Schema): Schema => {
    for (const keyword of Object.keys(schema)) keywords.add(keyword);
    return mapSubschemas(schema, collect);
  };
  for (const schema of [...Object.values(messages), ...Object.values($defs)]) collect(schema);
  const played = new Set([...files, ...elsewhere]);
  expect(
    [...keywords].filter((keyword) => !played.has(keyword) && !keyword.startsWith("x-")),
  ).toEqual([]);
});

/** Keywords whose tests have another name, annotations, and the toolkit's own keywords. */
const elsewhere = ["$ref", "if", "then", "format", "contentEncoding", "discriminator", "atMost"];
