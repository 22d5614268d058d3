/** Texts and plain values as TypeSpec. */
import { isObject, referredName } from "@contract-toolkit/contract";
import { nodeOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { printIdentifier } from "@typespec/compiler";

/** A string literal. */
export function typeSpecString(text: unknown): string {
  return JSON.stringify(String(text))
    .replaceAll("${", "\\${")
    .replaceAll("\\b", "\\u{8}")
    .replaceAll("\\f", "\\u{c}");
}

/** A name in a position where a reserved word needs backticks, too. */
export function typeSpecIdentifier(name: string): string {
  return printIdentifier(name, "disallow-reserved");
}

/** The name that a reference is written as. */
export function referenceName($ref: string): string {
  return typeSpecIdentifier(referredName({ $ref }) ?? "");
}

/** A JSON value as a value of an unknown type. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return typeSpecString(value);
  if (Array.isArray(value)) return `#[${value.map(valueText).join(", ")}]`;
  if (isObject(value))
    return objectText(Object.entries(value).map(([key, value]) => [key, valueText(value)]));
  return String(value);
}

/** The decorators for the extensions of a part. */
export function extensionsOf(part: Node): string[] {
  return Object.entries(part).flatMap(([key, value]) =>
    key.startsWith("x-") ? [`@extension(${typeSpecString(key)}, ${valueText(value)})`] : [],
  );
}

/** The decorator for a link to documentation; none if there is no link. */
export function externalDocumentation(part: unknown): string[] {
  const { url, description } = nodeOrEmpty(part);
  const given = [url, description].filter((text) => text !== undefined);
  return typeof url === "string" ? [`@externalDocs(${given.map(typeSpecString).join(", ")})`] : [];
}

/** An object value of members that are written already. */
export function objectText(members: readonly (readonly [name: string, text: string])[]): string {
  const written = members.map(([name, text]) => `${printIdentifier(name)}: ${text}`);
  return members.length === 0 ? "#{}" : `#{ ${written.join(", ")} }`;
}

/** The description of what follows: a comment, or a decorator if a comment would read it differently. */
export function documentation(text: unknown): string[] {
  if (typeof text !== "string" || text.trim() === "") return [];
  const isPlain = !/[\n@`\\]|\*\/|\$\{/.test(text);
  if (isPlain) return [`/** ${text.trim()} */`];
  if (!text.includes("\n")) return [`@doc(${typeSpecString(text)})`];
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll("${", "\\${")
    .replaceAll('"""', '\\"\\"\\"');
  return [`@doc("""\n${escaped}\n""")`];
}
