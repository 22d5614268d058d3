/** What a request asks of a mock by its header "Prefer" (RFC 7240), in the words that clients of Prism know. */
export interface Preference {
  readonly code?: number;
  readonly example?: string;
  /** Whether the answer is to be derived though there is a sample. */
  readonly dynamic?: boolean;
}

/**
 * Reads a header "Prefer". What is no preference of a mock is passed over, as RFC 7240 says of unknown ones.
 *
 * @example
 * readPreference("code=409, example=taken"); // { code: 409, example: "taken" }
 */
export function readPreference(header: string | readonly string[] | undefined): Preference {
  const given = new Map(
    [header ?? []]
      .flat()
      .flatMap((each) => each.split(/[,;]/))
      .map((each): [string, string] => {
        const [name = "", ...value] = each.split("=");
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

/** A preference as a header has it. */
export function writePreference({ code, example, dynamic }: Preference): string {
  return [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined ? [] : [`example=${example}`]),
    ...(dynamic ? ["dynamic=true"] : []),
  ].join(", ");
}
