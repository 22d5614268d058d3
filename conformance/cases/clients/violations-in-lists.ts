import {
  pointerNames,
  pointerStep,
  type SampleResponse,
  valueAt,
  withValue,
  isObject,
} from "@contract-toolkit/contract";
import type { Case, ConstraintCase } from "../case.ts";
import { inOtherCase } from "@contract-toolkit/schemas/boundaries/values/other-case";
import { allowsResponse } from "../../contract-allows.ts";
import type { Suite } from "../../suite.ts";
import { type CallCase, callCase, toRefuse, statusPrefix, type CallContext } from "./call-case.ts";
import { responseSchemaOf } from "@contract-toolkit/schemas/message-schemas/resolved-schemas";
import { isOfUnknownVariant } from "../boundaries/boundary-message.ts";
import { deriveResponse } from "@contract-toolkit/schemas/message-generator/messages";
import { valuesByPointer } from "../../json-comparison/values.ts";

/** The violations of constraint cases in the third item of lists, because a client may validate the first item only. */
export function judgementCases(suite: Suite): CallCase[] {
  return suite
    .constraints("client")
    .cases.filter(
      ({ constraint, boundary }) => constraint.direction === "response" && boundary === "invalid",
    )
    .flatMap((testCase) => inLists(suite, testCase));
}

function inLists({ contract }: Suite, constraintCase: ConstraintCase): CallCase[] {
  const { id, operation, base, message, pointer, source } = constraintCase;
  const response = message as SampleResponse;
  const isAllowed = (changed: SampleResponse) => allowsResponse(contract, operation, changed);
  return listsOf(response, pointer).flatMap((list) => {
    const bad = valueAt(response, `${list}/0`);
    const good = valueAt(base.response, `${list}/0`);
    const before = [good, good];
    const valid = withValue(response, list, before) as SampleResponse;
    const invalid = withValue(response, list, [...before, bad]) as SampleResponse;
    if (good === undefined || !isAllowed(valid) || isAllowed(invalid)) return [];
    const name = `${id.slice(id.indexOf("/") + 1)} in the third item`;
    return [{ ...misjudged(base, name, constraintCase.why, invalid), source }];
  });
}

function misjudged(base: Case, name: string, why: string, response: SampleResponse): CallCase {
  const subject = ["judgement", "OpenAPI 3.0, Schema Object"] as const;
  const responses = [toRefuse({ response })] as const;
  return callCase(base, subject, name, why, { responses, needsValidation: true });
}

function listsOf(message: unknown, pointer: string): string[] {
  const names = pointerNames(pointer);
  return names.flatMap((name, index) => {
    const list = names
      .slice(0, index)
      .map((name) => `/${pointerStep(name)}`)
      .join("");
    return name === "0" && Array.isArray(valueAt(message, list)) ? [list] : [];
  });
}

/** Responses with one value that is nearly valid. A client that converts values before it validates them accepts these. */
export function nearMissCases(context: CallContext): CallCase[] {
  const {
    suite,
    success: { operation },
  } = context;
  return [context.success, ...context.errors.slice(0, 1)].flatMap((base) => {
    const { status } = base.response;
    const derived = deriveResponse(suite, operation.id, status);
    const response = "message" in derived ? derived.message : base.response;
    const schema = responseSchemaOf(suite.document, operation.id, status) ?? {};
    return valuesByPointer(response.body, "/body").flatMap(([pointer, value]) =>
      misses.flatMap(([name, missed]) => {
        const replacement = missed(value);
        const changed = withValue(response, pointer, replacement) as SampleResponse;
        if (
          replacement === undefined ||
          allowsResponse(suite.contract, operation, { ...changed, status }) ||
          isOfUnknownVariant(schema, changed)
        )
          return [];
        const id = `${statusPrefix(context, base)}${pointer} ${name}`;
        return [misjudged(base, id, `${pointer}: ${name}`, changed)];
      }),
    );
  });
}

const misses: readonly (readonly [name: string, missed: (value: unknown) => unknown])[] = [
  ["with spaces around", (value) => (typeof value === "string" ? ` ${value} ` : undefined)],
  ["in another case", (value) => (typeof value === "string" ? inOtherCase(value) : undefined)],
  ["as a text", (value) => (isNonTextScalar(value) ? String(value) : undefined)],
  ["as a number", (value) => (/^"\d+"$/.test(JSON.stringify(value)) ? Number(value) : undefined)],
  ["in a list", (value) => (Array.isArray(value) ? undefined : [value])],
  ["out of its list", (value) => (Array.isArray(value) ? (value[0] as unknown) : undefined)],
  ["as an object without fields", (value) => (isObject(value) ? {} : undefined)],
];

function isNonTextScalar(value: unknown): boolean {
  return typeof value === "number" || typeof value === "boolean";
}
