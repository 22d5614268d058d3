/** The preferences of the header "Prefer" (RFC 7240) that a mock knows. They have the names that Prism uses. */
export interface Preference {
  readonly code?: number;
  readonly example?: string;
  /** Whether the response must be derived, even if there is a sample. */
  readonly dynamic?: boolean;
}

/**
 * Reads a header "Prefer". Unknown preferences are ignored (RFC 7240).
 *
 * @example
 * readPreference("code=409, example=taken"); // { code: 409, example: "taken" }
 */
export function readPreference(header: string | readonly string[] | undefined): Preference {
  const given = new Map(
    [header ?? []]
      .flat()
      .flatMap((text) => text.split(/[,;]/))
      .map((text): [string, string] => {
        const [name = "", ...value] = text.split("=");
        return [
          name.trim().toLowerCase(),
          value
            .join("=")
            .trim()
            .replace(/^"(.*)"$/, "$1"),
        ];
      }),
  );
  const code = given.get("code") ?? "";
  const example = given.get("example");
  return {
    ...(/^[1-5]\d\d$/.test(code) && { code: Number(code) }),
    ...(example && { example }),
    ...(given.get("dynamic") === "true" && { dynamic: true }),
  };
}

/** Writes a preference as the value of a header. */
export function writePreference({ code, example, dynamic }: Preference): string {
  return [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined ? [] : [`example=${example}`]),
    ...(dynamic ? ["dynamic=true"] : []),
  ].join(", ");
}
