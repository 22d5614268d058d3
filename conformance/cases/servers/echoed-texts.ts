import {
  withValue,
  valueAt,
  isObject,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/contract";
import type { Case } from "../case.ts";
import { allowsResponse } from "../../contract-allows.ts";
import { substitute } from "../../json-comparison/values.ts";
import type { HttpCase } from "./http-case.ts";
import { boundValues, caseTable, isAsWritten, type OperationContext } from "./make-case.ts";

/** Other texts at the places that the documented response repeats. They must come back unchanged. */
export function textCases(context: OperationContext): HttpCase[] {
  const found = new Map<string, readonly [Case, Echo]>();
  const first = context.operation.body?.contentType;
  for (const base of context.successes)
    for (const echo of echoesOf(base)) {
      const { contentType = first } = base.request;
      const isOther = echo.sent.startsWith("/body") && contentType !== first;
      const name = isOther ? `${echo.sent} of ${contentType ?? ""}` : echo.sent;
      if (!found.has(name)) found.set(name, [base, echo]);
    }
  return [...found].flatMap(([place, [base, echo]]) => {
    const part = echo.sent.split("/")[1] ?? "";
    const isOfBody = part === "body";
    const group = isOfBody ? "bodies" : part === "headers" ? "headers" : "targets";
    const section = isOfBody ? "RFC 8259, section 8.3" : "RFC 3986, section 2.5";
    return textVariants.flatMap(([name, made]) => {
      const changed = firstAllowed(context, base, echo, made.filter(canBeIn(context, echo)));
      if (!changed) return [];
      const { add, cases } = caseTable(context, changed, group);
      // Chunks of one byte split characters of several bytes.
      const raw = isOfBody && name === "emoji" ? { chunkBytes: 1 } : {};
      // The service may refuse a text for its own reasons.
      const row = [`${place} ${name}`, `${name} in a text that comes back`, raw] as const;
      add(section, "as-sample-or-refused", [row]);
      return cases;
    });
  });
}

interface Echo {
  readonly sent: string;
  readonly answered: readonly string[];
  /** The text is the only item of a list. */
  readonly isItem?: true;
}

const lengths = [2000, 1000, 500, 255, 200, 150, 128, 100, 64, 60, 50, 40, 36, 32];

/** Texts that software often changes by mistake. The first one that the contract allows is sent. */
export const textVariants: readonly (readonly [name: string, made: readonly string[]])[] = [
  ["spaces around", ["  a  b  ", " a "]],
  ["combining characters", ["Ame\u0301lie A\u030a \u212b", "e\u0301a\u0308"]],
  ["emoji", ["👩‍👩‍👧 🇻🇳 ok", "🙂🙂"]],
  ["marks of markup", [`<b>"&amp;'\\/</b>`, "a&b<c"]],
  ["marks of URLs", ["%41+%2B a=b&c#d?e/f;g:h@i,j|k", "%41%2B+/,", "%41%2B+/"]],
  ["white space", ["a\tb\r\nc\nd\u2028e\ufefff", "a\r\nb", "a\tb"]],
  ["right to left", ["\u05d0\u05d1 \u202eabc", "\u05d0\u05d1"]],
  ["digits only", ["000123456789", "00123"]],
  ["words of programs", ["undefined", "null"]],
  ["longest", lengths.map((length) => "ö".repeat(length))],
];

/** Whether a place can hold a text: headers are ASCII, and an item of a list must not contain its separator. */
function canBeIn(
  { operation }: OperationContext,
  { sent, isItem }: Echo,
): (text: string) => boolean {
  const [, part = "", name = ""] = sent.split("/");
  const array = operation.parameters.find((parameter) => parameter.name === name)?.array;
  const isWhole = part === "body" || array?.explode === true;
  return (text) =>
    (part !== "headers" || /^[!-~]([ -~]*[!-~])?$/.test(text)) &&
    (!isItem || isWhole || !text.includes(array?.separator ?? ","));
}

function echoesOf({ request, response, generated }: Case): Echo[] {
  const answered = textsByPointer(response.body, "/body").filter(
    ([pointer]) => !generated.includes(pointer),
  );
  const sent = (["body", "query", "path", "headers"] as const).flatMap((part) =>
    textsByPointer(request[part], `/${part}`),
  );
  return sent.flatMap(([place, text, isItem]) => {
    const same = answered
      .filter(
        ([pointer, echo, isEchoItem]) =>
          echo === text &&
          isEchoItem === isItem &&
          lastPointerStep(pointer) === lastPointerStep(place),
      )
      .map(([pointer]) => pointer);
    // Short texts, and texts of fields with other names, may be equal by chance.
    return text.length > SHORTEST && same.length > 0
      ? [{ sent: place, answered: same, ...(isItem && { isItem }) }]
      : [];
  });
}

const SHORTEST = 3;

function lastPointerStep(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/"));
}

function firstAllowed(
  { contract, operation, allows }: OperationContext,
  base: Case,
  { sent, answered, isItem }: Echo,
  made: readonly string[],
): Case | undefined {
  for (const text of made) {
    const value = isItem ? [text] : text;
    const request = withValue(base.request, sent, value) as SampleRequest;
    const response = answered.reduce<unknown>(
      (changed, pointer) => withValue(changed, pointer, value),
      base.response,
    ) as SampleResponse;
    if (!allows(request) || !allowsResponse(contract, operation, response)) continue;
    const providerStates = withText(base, sent, text);
    if (!providerStates) return undefined;
    const fresh = base.fresh.filter(({ pointer }) => pointer !== sent);
    return { ...base, request, call: request, response, fresh, providerStates };
  }
  return undefined;
}

/** The provider states with the new text instead of the old one; undefined if a provider state chooses the text. */
function withText(base: Case, sent: string, text: string): Case["providerStates"] | undefined {
  const { request, providerStates } = base;
  const former = valueAt(request, sent);
  if (Array.isArray(former)) return isAsWritten(base, sent) ? providerStates : undefined;
  if (typeof former !== "string" || boundValues(base).includes(former)) return undefined;
  const bindings = new Map([[former, text]]);
  return providerStates.map(({ name, values }) => ({
    name,
    values: substitute(values, bindings) as Record<string, unknown>,
  }));
}

type Text = readonly [pointer: string, text: string, isItem?: true];

function textsByPointer(value: unknown, pointer: string): Text[] {
  if (typeof value === "string") return [[pointer, value]];
  // Items of a list may come back in another sequence, so the whole list is replaced by one item.
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string"))
    return [[pointer, value.join("\n"), true]];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    textsByPointer(field, `${pointer}/${name}`),
  );
}
