import type { Schema } from "@contract-toolkit/contract";
import type { TypeName } from "@contract-toolkit/contract/schema-algebra";

/** The annotations of a schema, which validators ignore. */
export function readNotes(parts: readonly Schema[], types: ReadonlySet<TypeName>) {
  const first = (keyword: string) =>
    parts.map((part) => part[keyword]).find((value) => value !== undefined);
  const text = (keyword: string) => {
    const found = first(keyword);
    return typeof found === "string" ? found : undefined;
  };
  /** What a text holds says nothing of values that are no texts. */
  const ofText = (keyword: string) => (types.has("string") ? text(keyword) : undefined);
  const extensible = first("x-extensible-enum");
  const examples = parts.map((part) => part["examples"]).find(Array.isArray) as
    | unknown[]
    | undefined;
  return {
    default: first("default"),
    isDeprecated: first("deprecated") === true,
    sunset: text("x-sunset"),
    stability: text("x-stability-level"),
    contentMediaType: ofText("contentMediaType"),
    contentEncoding: ofText("contentEncoding"),
    discriminator: parts.find(({ discriminator }) => discriminator)?.discriminator?.propertyName,
    /** The values of `x-extensible-enum`. */
    extensible: Array.isArray(extensible) ? extensible.map(String) : undefined,
    example: first("example") ?? examples?.[0],
    position: text("x-position"),
    keywordPositions: Object.assign(
      {},
      ...parts.map((part) => part["x-keyword-positions"] ?? {}).reverse(),
    ) as Record<string, string>,
  };
}
