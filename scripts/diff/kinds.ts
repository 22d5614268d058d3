/** Every kind of change. docs/diff.md lists their ids. */
import { comparisons } from "@contract-toolkit/contract/field-rules";
import type { Effect, Found, Severity } from "./change.ts";

interface Kind extends Pick<Found, "effect" | "keyword" | "mild"> {
  /** The message, with `{}` in place of each value. */
  readonly says: string;
}

const of = (effect: Effect) => (says: string, keyword?: string) => ({
  effect,
  says,
  ...(keyword !== undefined && { keyword }),
});
const narrower = of("narrower");
const wider = of("wider");
const incomparable = of("incomparable");

/** A change that no message can show. Its severity depends on the receiver of the message. */
function equal(says: string, toService: Severity = "info", toUser: Severity = toService): Kind {
  return { effect: "equal", says, mild: { toService, toUser } };
}

/** A sender that omits a field relies on the default of its own contract. */
const ofDefault = (says: string): Kind => ({
  ...equal(says, "error", "info"),
  keyword: "default",
});

function saysOf(what: string): readonly [string, string, string] {
  return [`${what} {} was added`, `${what} {} was removed`, `${what} changed from {} to {}`];
}

const saysOfRule = [
  "a rule was added: {}",
  "a rule was removed: {}",
  "a rule changed from {} to {}",
] as const;

const kinds = {
  "operation-removed": equal("the {} was removed, and was not deprecated before", "error"),
  "operation-removed-after-deprecation": equal(
    "the deprecated {} was removed; it had no sunset",
    "warning",
  ),
  "operation-removed-before-sunset": equal("the {} was removed before its sunset, {}", "error"),
  "operation-removed-after-sunset": equal("the {} was removed after its sunset, {}"),
  "operation-added": equal("the operation was added"),
  "callback-added": equal("the callback was added: receivers must accept it", "warning"),
  "operation-id-changed": equal(
    "the operationId changed from {} to {}: it names a method of generated clients",
    "warning",
  ),
  "server-removed": equal("the server {} was removed", "warning"),
  "parameter-style-changed": equal("{} is written in another style: {} instead of {}", "error"),
  "xml-changed": equal("{} is written in other elements or attributes", "error"),
  "parameter-empty-value-refused": equal("{} may no longer be sent empty", "error", "info"),
  "parameter-empty-value-allowed": equal("{} may be sent empty now", "info", "error"),
  "parameter-reserved-refused": equal(
    "reserved characters in {} must be percent-encoded now",
    "error",
    "info",
  ),
  "parameter-reserved-allowed": equal(
    "reserved characters in {} need not be percent-encoded now",
    "info",
    "error",
  ),

  deprecated: equal("it is deprecated{}"),
  reactivated: equal("it is no longer deprecated"),
  "sunset-missing": equal("it is deprecated without a sunset", "error"),
  "sunset-removed": equal("the sunset {} was removed"),
  "sunset-invalid": equal("the sunset {} is not a date of RFC 3339", "error"),
  "sunset-too-early": equal("the sunset {} is before {}, the earliest allowed date", "error"),
  "sunset-added": equal("it ends on {}"),
  "sunset-earlier": equal("the sunset moved from {} to {}", "error"),
  "sunset-later": equal("the sunset moved from {} to {}"),
  "stability-invalid": equal('"{}" is not a level of stability; the levels are {}', "error"),
  "stability-decreased": equal("the stability of the {} changed from {} to {}", "error"),
  "stability-increased": equal("the stability of the {} changed from {} to {}"),

  "security-tightened": equal("{}", "error"),
  "security-way-added": equal("{} is enough now"),
  "security-flow-changed": equal("{} of {} {}: clients ask {} for tokens", "error"),

  "success-status-removed": equal("the status {} was removed", "error"),
  "status-removed": equal("the status {} was removed", "warning", "info"),
  "success-status-added": equal("the status {} was added", "info", "warning"),
  "status-added": equal("the status {} was added"),

  "link-removed": equal("the link {} was removed", "warning"),
  "link-added": equal("the link {} was added"),
  "link-changed": equal("the link {} leads elsewhere", "warning"),

  // Their effect depends on whether the type is of a request or of a response.
  "content-type-removed": narrower("the content type {} was removed"),
  "content-type-added": wider("the content type {} was added"),
  "content-type-generalized": wider("the content type {} was added"),
  "required-body-added": narrower("a required body was added"),
  "body-added": equal("a body was added"),
  // Its effect depends on whether the body was required.
  "body-removed": equal("the body was removed", "error", "warning"),
  "body-became-required": narrower("the body is required now"),
  "body-became-optional": wider("the body is optional now"),

  // The effect of these four depends on whether undocumented fields are refused.
  added: equal("it was added"),
  "required-added": narrower("it was added and is required"),
  removed: equal("{} was removed", "warning"),
  "removed-before-sunset": equal("it was removed before its sunset, {}", "error"),
  "became-required": narrower("it is required now", "required"),
  "became-optional": wider("it is optional now", "required"),

  refused: narrower("no value is allowed here now"),
  "not-refused": wider("a value is allowed here now"),
  "type-narrowed": narrower("the type changed from {} to {}", "type"),
  "type-widened": wider("the type changed from {} to {}", "type"),
  "type-changed": incomparable("the type changed from {} to {}", "type"),
  "became-not-nullable": narrower("null is no longer allowed", "type"),
  "became-nullable": wider("null is allowed now", "type"),
  "enum-added": narrower("only {} are allowed now", "enum"),
  "enum-removed": wider("values other than {} are allowed now", "enum"),
  "enum-value-removed": narrower("the value {} is no longer allowed", "enum"),
  "enum-value-added": wider("the value {} was added", "enum"),
  "extensible-enum-value-removed": equal("the known value {} was removed", "error", "info"),
  "extensible-enum-value-added": equal("the known value {} was added"),
  "not-added": narrower("some values are refused now", "not"),
  "not-removed": wider("some values are no longer refused", "not"),

  "unique-items-added": narrower("items must be unique now", "uniqueItems"),
  "unique-items-removed": wider("items may be repeated now", "uniqueItems"),
  // A reader of one format cannot read another.
  "content-media-type-changed": equal("the content media type {}", "error"),
  "content-encoding-changed": equal("the content encoding {}", "error"),
  "content-schema-added": equal("the content of the text must fit a schema now", "error", "info"),
  "content-schema-removed": equal(
    "the content of the text no longer needs to fit a schema",
    "info",
    "error",
  ),
  "default-added": ofDefault("the default {} was added"),
  "default-removed": ofDefault("the default {} was removed"),
  "default-changed": ofDefault("the default changed from {} to {}"),

  "additional-refused": narrower("undocumented fields are refused now", "additionalProperties"),
  "additional-allowed": wider("undocumented fields are allowed now", "additionalProperties"),
  "additional-described": narrower(
    "undocumented fields must fit a schema now",
    "additionalProperties",
  ),
  "additional-undescribed": wider(
    "undocumented fields may be anything now",
    "additionalProperties",
  ),
  "condition-added": narrower("a conditional rule was added", "if"),
  "condition-removed": wider("a conditional rule was removed", "if"),

  "union-branch-removed": narrower("the alternative {} was removed"),
  "union-branch-added": wider("the alternative {} was added"),
  "union-added": narrower("it must be one of several alternatives now"),
  "union-removed": wider("it no longer needs to be one of several alternatives"),
  // `oneOf` refuses a value that fits several alternatives.
  "union-became-exclusive": narrower("a value may no longer fit both {} and {}", "oneOf"),
  "union-became-inclusive": wider("a value may fit both {} and {} now", "anyOf"),
  "union-overlap-added": narrower("a value that fits both {} and {} is refused now", "oneOf"),
  "union-overlap-removed": wider("a value that fits both {} and {} is no longer refused", "oneOf"),
  // Readers choose a branch by it, but the schemas of the branches say what is allowed.
  "discriminator-changed": equal("the discriminator {}", "warning"),
  "discriminator-value-removed": equal(
    "the discriminator's value {} no longer names the same alternative",
    "error",
    "info",
  ),
  "discriminator-value-added": equal(
    "the discriminator's value {} names an alternative now",
    "info",
    "error",
  ),
} as const satisfies Readonly<Record<string, Kind>>;

type KindId = keyof typeof kinds;

/** Keywords with one value that can be replaced: the prefix of their ids, the keyword, and its messages. */
const keywords = [
  ["multiple-of", "multipleOf", saysOf("the factor")],
  ["pattern", "pattern", saysOf("the pattern")],
  ["format", "format", saysOf("the format")],
  ["dependent-required", "dependentRequired", saysOfRule],
  ...comparisons.map(
    ({ name, extension }) => [extension.slice("x-".length), name, saysOfRule] as const,
  ),
] as const;

const allKinds: Readonly<Record<string, Kind>> = {
  ...kinds,
  ...Object.fromEntries(
    keywords.flatMap(([id, keyword, [added, removed, changedTo]]) => [
      [`${id}-added`, narrower(added, keyword)],
      [`${id}-removed`, wider(removed, keyword)],
      [`${id}-changed`, incomparable(changedTo, keyword)],
    ]),
  ),
};

/** The ids of all kinds, without those of bounds (`limitChanges`). */
export const kindIds = Object.keys(allKinds);

/** Makes a change of a kind; the values replace the `{}` in its message. */
export function makeChange(rule: KindId, ...values: readonly unknown[]): Found {
  return foundOf(rule, kinds[rule], values);
}

function foundOf(rule: string, { says, ...kind }: Kind, values: readonly unknown[]): Found {
  const [first = "", ...rest] = says.split("{}");
  const message = rest.reduce((text, item, index) => text + String(values[index]) + item, first);
  return { rule, message, ...kind };
}

/** The change of a keyword or field rule that was added, removed or changed. */
export function listReplacementChanges(
  rule: string,
  before: string | undefined,
  after: string | undefined,
): Found[] {
  if (before === after) return [];
  const change = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const id = `${rule}-${change}`;
  const kind = allKinds[id];
  const values = [before, after].filter((value) => value !== undefined);
  return kind ? [foundOf(id, kind, values)] : [];
}

/** Like `replaced`, for kinds that have one id for added, removed and changed. */
export function listValueChanges(
  rule: "content-media-type-changed" | "content-encoding-changed" | "discriminator-changed",
  before: string | undefined,
  after: string | undefined,
): Found[] {
  if (before === after) return [];
  if (before === undefined) return [makeChange(rule, `${String(after)} was added`)];
  if (after === undefined) return [makeChange(rule, `${before} was removed`)];
  return [makeChange(rule, `changed from ${before} to ${after}`)];
}
