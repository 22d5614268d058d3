import {
  getNamespaceFullName,
  printIdentifier,
  type Diagnostic,
  type Namespace,
  type Program,
} from "@typespec/compiler";
import { SyntaxKind } from "@typespec/compiler/ast";
import { nearestName } from "@contract-toolkit/contract/spelling";
import { constantsOf } from "./followers.ts";

/**
 * Reports each unknown name once, with advice: the library to import, the namespace to use, or the name that was
 * probably meant.
 */
export function explainNames(program: Program, errors: readonly Diagnostic[]): Diagnostic[] {
  const usings = errors.filter((error) => libraries[diagnosticName(error)] !== undefined);
  // Without the namespace, all of its names are unknown.
  if (usings.length > 0)
    return unique(usings).map((diagnostic) => withAdvice(diagnostic, importOf(diagnostic)));
  const known = collectTypeNames(program.getGlobalNamespaceType());
  for (const { name, namespace } of constantsOf(program))
    if (!known.has(name)) known.set(name, namespace);
  const byAdvice = Map.groupBy(
    unique(errors),
    (diagnostic) => usingOf(known, diagnosticName(diagnostic)) ?? diagnostic,
  );
  return [...byAdvice].flatMap(([advice, group]) => {
    const [first, ...others] = group;
    if (!first) return [];
    if (typeof advice === "string")
      return [withAdvice(first, describeOtherNames(others) + `add \`using ${advice};\`.`)];
    const name = diagnosticName(first);
    const whole = [...known.keys()].find((each) => name.length > 4 && each.startsWith(name));
    const near = typesElsewhere.get(name.toLowerCase()) ?? nearestName(name, known.keys());
    const meant = near ?? whole;
    const text = /^[a-z]/.test(name) ? `, or write "${name}" for a text` : "";
    const other = meant === undefined ? `declare or import it${text}.` : `did you mean ${meant}?`;
    return [withAdvice(first, other)];
  });
}

/** Adds the members of an enum to an error about a value that is none of them. */
export function explainEnum(program: Program, error: Diagnostic): Diagnostic {
  const [, name = "string"] = /([\w.]+)'$/.exec(error.message) ?? [];
  const { target: node } = error;
  const isMember =
    typeof node === "object" && "kind" in node && node.kind === SyntaxKind.MemberExpression;
  const reference = isMember ? node.parent : undefined;
  const [type] =
    isMember && reference?.kind === SyntaxKind.TypeReference
      ? [program.checker.getTypeForNode({ ...reference, target: node.base })]
      : program.resolveTypeReference(name);
  if (type?.kind !== "Enum") return error;
  const values = [...type.members.keys()].map(
    (member) => `${type.name}.${printIdentifier(member)}`,
  );
  return withAdvice(error, `the values are ${values.join(", ")}`);
}

/** Types of other languages, in lower case, and what TypeSpec calls them. */
const typesElsewhere: ReadonlyMap<string, string> = new Map([
  ["any", "unknown"],
  ["array", "string[]"],
  ["bigint", "int64"],
  ["bool", "boolean"],
  ["date", "plainDate or utcDateTime"],
  ["datetime", "utcDateTime"],
  ["dict", "Record<string>"],
  ["double", "float64"],
  ["int", "int32"],
  ["list", "string[]"],
  ["long", "int64"],
  ["map", "Record<string>"],
  ["number", "int32, float64 or decimal"],
  ["object", "Record<unknown>"],
  ["str", "string"],
  ["text", "string"],
  ["undefined", "null, or a ? after the name of the field"],
  ["uuid", '@format("uuid") string'],
]);

/** Libraries for HTTP specifications, by the namespace that they declare. */
const libraries: Readonly<Record<string, string>> = {
  Contract: "@contract-toolkit/typespec",
  Events: "@typespec/events",
  Http: "@typespec/http",
  JsonSchema: "@typespec/json-schema",
  OpenAPI: "@typespec/openapi",
  Rest: "@typespec/rest",
  SSE: "@typespec/sse",
  Streams: "@typespec/streams",
  Versioning: "@typespec/versioning",
};

function importOf(error: Diagnostic): string {
  return `add \`import "${String(libraries[diagnosticName(error)])}";\`.`;
}

function describeOtherNames(others: readonly Diagnostic[]): string {
  return others.length === 0 ? "" : `as are ${others.map(diagnosticName).join(", ")}; `;
}

/** The name in a message: `@get` in `Unknown decorator @get`. */
function diagnosticName({ message }: Diagnostic): string {
  return message.slice(message.lastIndexOf(" ") + 1);
}

function unique(errors: readonly Diagnostic[]): Diagnostic[] {
  return [
    ...new Map(errors.toReversed().map((error) => [error.message, error])).values(),
  ].toReversed();
}

export function withAdvice(error: Diagnostic, advice: string): Diagnostic {
  return { ...error, message: `${error.message.replace(/\.$/, "")}; ${advice}` };
}

function usingOf(known: ReadonlyMap<string, string>, name: string): string | undefined {
  const namespace = known.get(name);
  // Names of TypeSpec itself need no `using`.
  return namespace === undefined || namespace === "TypeSpec" || namespace === ""
    ? undefined
    : namespace;
}

/** The names of the program with their namespaces. Decorators have an @. */
function collectTypeNames(
  namespace: Namespace,
  names = new Map<string, string>(),
): Map<string, string> {
  const own = getNamespaceFullName(namespace);
  const { models, scalars, enums, unions, interfaces, operations } = namespace;
  for (const item of [models, scalars, enums, unions, interfaces, operations])
    for (const name of item.keys()) names.set(name, own);
  for (const name of namespace.decoratorDeclarations.keys()) names.set(`@${name}`, own);
  for (const inner of namespace.namespaces.values())
    if (inner.name !== "Prototypes" && inner.name !== "Private") collectTypeNames(inner, names);
  return names;
}
