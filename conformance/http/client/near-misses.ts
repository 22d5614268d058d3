import { isObject, type SampleResponse, withValue } from "@contract-toolkit/kernel";
import { allowsAnswer } from "../../contract-allows.ts";
import { deriveAnswer } from "../../message-generator/messages.ts";
import type { Suite } from "../../suite.ts";
import type { CallCase } from "./call-case.ts";
import { callCase, nameIn, toRefuse, type CallGround } from "./make-call.ts";
import { valuesByPointer } from "./spellings.ts";

/**
 * Answers of which one value is nearly what it has to be: a number as a text, a listed value in another case, an item in place
 * of its list. What judges them after some tidying up takes them for right.
 */
export function nearMissCases(suite: Suite, ground: CallGround): CallCase[] {
  const { operation } = ground.success;
  return [ground.success, ...ground.errors.slice(0, 1)].flatMap((base) => {
    const { status } = base.response;
    const derived = deriveAnswer(suite, operation.id, status);
    const response = "message" in derived ? derived.message : base.response;
    return valuesByPointer(response.body, "/body").flatMap(([pointer, value]) =>
      misses.flatMap(([name, missed]) => {
        const other = missed(value);
        const changed = withValue(response, pointer, other) as SampleResponse;
        if (other === undefined || allowsAnswer(suite.contract, operation, { ...changed, status }))
          return [];
        const section = ["judgement", "OpenAPI 3.0, Schema Object"] as const;
        const id = `${nameIn(ground, base)}${pointer} ${name}`;
        const answers = [toRefuse({ response: changed })] as const;
        return [
          callCase(base, section, id, `${pointer}: ${name}`, { answers, needsValidation: true }),
        ];
      }),
    );
  });
}

/** What a value is nearly; undefined where there is no such thing. */
type Miss = (value: unknown) => unknown;

const misses: readonly (readonly [name: string, missed: Miss])[] = [
  ["with spaces around", (value) => (typeof value === "string" ? ` ${value} ` : undefined)],
  ["in another case", (value) => (typeof value === "string" ? otherCase(value) : undefined)],
  ["as a text", (value) => (isScalar(value) ? String(value) : undefined)],
  ["as a number", (value) => (isDigits(value) ? Number(value) : undefined)],
  ["in a list", (value) => (Array.isArray(value) ? undefined : [value])],
  ["out of its list", (value) => (Array.isArray(value) ? (value[0] as unknown) : undefined)],
  ["as an object without fields", (value) => (isObject(value) ? {} : undefined)],
];

function otherCase(text: string): string | undefined {
  const upper = text.toUpperCase();
  const other = text === upper ? text.toLowerCase() : upper;
  return other === text ? undefined : other;
}

function isScalar(value: unknown): boolean {
  return typeof value === "number" || typeof value === "boolean";
}

function isDigits(value: unknown): boolean {
  return typeof value === "string" && /^\d+$/.test(value);
}
