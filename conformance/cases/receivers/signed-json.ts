import {
  isObject,
  pointerStep,
  valueAt,
  withValue,
  type Contract,
  type SampleRequest,
} from "@contract-toolkit/contract";
import type { Case, ConstraintCase } from "../case.ts";
import { textVariants } from "../servers/echoed-texts.ts";
import { valuesByPointer } from "../../json-comparison/values.ts";
import { jsonOr } from "../../wire-body.ts";
import { callbackCase, type CallbackCase } from "./callback-case.ts";

export interface Content {
  readonly place: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export function signedContent({ body }: Pick<SampleRequest, "body">): Content | undefined {
  if (!isObject(body)) return undefined;
  for (const [name, text] of Object.entries(body)) {
    if (typeof text !== "string") continue;
    const value = jsonOr(Buffer.from(text, "base64").toString());
    if (isObject(value)) return { place: `/body/${pointerStep(name)}`, value };
  }
  return undefined;
}

export function allowedContents(
  contract: Contract,
  base: Case,
  constraints: readonly ConstraintCase[],
): CallbackCase[] {
  const content = signedContent(base.request);
  if (!content) return [];
  const { place, value } = content;
  const validators = Object.values(contract.contentValidators).filter((validate) =>
    validate(structuredClone(value)),
  );
  const isAllowed = (changed: unknown) =>
    validators.length > 0 && validators.every((validate) => validate(structuredClone(changed)));
  const saying = (name: string, changed: unknown) => {
    const change = (request: SampleRequest) => withValue(request, place, changed) as SampleRequest;
    return callbackCase(base, `content/${name}`, name, "acknowledged", { change });
  };
  const sayingFirst = (name: string, at: string, values: readonly unknown[]) =>
    values
      .map((member) => withValue(value, at, member))
      .filter(isAllowed)
      .slice(0, 1)
      .map((changed) => saying(`${at} ${name}`, changed));
  const widened = findPointers(value, isObject).map((at) =>
    saying(
      `a field that nobody documented in ${at === "" ? "the content" : at}`,
      withValue(value, `${at}/undocumented`, { since: ["2030"] }),
    ),
  );
  const written = findPointers(value, isStringField).flatMap((at) =>
    textVariants.flatMap(([name, made]) => sayingFirst(name, at, made)),
  );
  const large = findPointers(value, (value) => typeof value === "number").flatMap((at) =>
    sayingFirst("large", at, LARGE),
  );
  const longest = longestOf(content, base, constraints);
  return [
    ...widened,
    ...written,
    ...large,
    ...(isAllowed(longest) ? [saying("every text as long as it may be", longest)] : []),
  ];
}

function findPointers(value: unknown, isMeant: (value: unknown) => boolean): string[] {
  return valuesByPointer(value).flatMap(([at, value]) => (isMeant(value) ? [at] : []));
}

function isStringField(value: unknown): boolean {
  return typeof value === "string";
}

/** The largest exact JSON number, and numbers beyond 32 bits with and without sign. */
const LARGE = [9_007_199_254_740_991, 4_294_967_297, 2_147_483_649];

function longestOf(
  { place, value }: Content,
  base: Case,
  constraints: readonly ConstraintCase[],
): unknown {
  return constraints
    .filter(
      (constraint) =>
        constraint.boundary === "valid" &&
        constraint.constraint.keyword === "maxLength" &&
        constraint.operation === base.operation &&
        constraint.pointer.startsWith(`${place}/`),
    )
    .reduce<unknown>((content, { message, pointer }) => {
      const at = pointer.slice(place.length);
      const longest = valueAt(message, pointer);
      return valueAt(content, at) === undefined ? content : withValue(content, at, longest);
    }, value);
}

export function brokenContents({ validators }: Contract, base: Case): CallbackCase[] {
  const content = signedContent(base.request);
  if (!content) return [];
  const { place, value } = content;
  const text = JSON.stringify(value);
  const inBase64 = (bytes: string | Buffer) => Buffer.from(bytes).toString("base64");
  const marked = withMarks(value);
  const ofUrls = marked.replaceAll("+", "-").replaceAll("/", "_");
  const latin = Buffer.from(`${text.slice(0, -1)},"undocumented":"\u00ff"}`, "latin1");
  // The contract decides whether line breaks are allowed (RFC 4648, section 3.1).
  const broken = [
    ["with a line break behind it", `${marked}\n`],
    ["on several lines", marked.replace(/.{64}/g, "$&\r\n")],
  ] as const;
  const put = (request: SampleRequest, carried: string) =>
    withValue(request, place, carried) as SampleRequest;
  const isRefused = (carried: string) =>
    validators[base.operation.id]?.request(put(base.request, carried)) !== true;
  const rows = [
    ...broken.filter(([, carried]) => isRefused(carried)),
    ["without Base64", text],
    ["without its padding", marked.replace(/=+$/, "")],
    ["in Base64 of URLs", ofUrls.replace(/=+$/, "")],
    ["in Base64 of URLs with padding", ofUrls],
    ["with a space before it", ` ${marked}`],
    ["encoded twice", inBase64(marked)],
    ["empty", ""],
    ["cut off", inBase64(text.slice(0, -1))],
    ["with more behind it", inBase64(`${text} x`)],
    ["twice", inBase64(text + text)],
    ["in a list", inBase64(`[${text}]`)],
    ["a text", inBase64(JSON.stringify(text))],
    ["null", inBase64("null")],
    ["a number", inBase64("1")],
    ["no JSON", inBase64("undocumented")],
    ["not in UTF-8", inBase64(latin)],
    ["in UTF-16", inBase64(Buffer.from(text, "utf16le"))],
  ] as const;
  return rows.map(([name, carried]) =>
    callbackCase(base, `content/${name}`, `the content ${name}`, "refused", {
      change: (request) => put(request, carried),
    }),
  );
}

/** The content in Base64 that has padding and both characters that base64url replaces. */
function withMarks(value: Content["value"]): string {
  const tries = Array.from({ length: 3 }, (_, more) =>
    Buffer.from(
      JSON.stringify({ ...value, undocumented: `${"x".repeat(more)}~~~>>>???ÿÿÿ~~>>??` }),
    ).toString("base64"),
  );
  return tries.find((text) => text.endsWith("=") && /\+/.test(text) && /\//.test(text)) ?? "";
}

/** Texts of the body in capitals, such as the name of the event, where the contract forbids that. */
export function otherWords({ validators }: Contract, base: Case): CallbackCase[] {
  const content = signedContent(base.request);
  return findPointers(base.request.body, isStringField).flatMap((at) => {
    const pointer = `/body${at}`;
    const capitals = String(valueAt(base.request, pointer)).toUpperCase();
    const changed = withValue(base.request, pointer, capitals);
    const isRefused = validators[base.operation.id]?.request(structuredClone(changed)) === false;
    if (pointer === content?.place || !isRefused) return [];
    return [
      callbackCase(base, `content${at} in capitals`, `${pointer} in capitals`, "refused", {
        change: () => changed as SampleRequest,
      }),
    ];
  });
}
