/** Numbers between two bounds, both included. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** The formats of integers in OpenAPI's registry. */
export const integerFormats = [8, 16, 32, 64].flatMap((bits) => [`int${bits}`, `uint${bits}`]);

/**
 * The range of an integer format, such as `uint8`, limited to the integers that a JSON number holds exactly (RFC 7493,
 * section 2.2). For other formats, all exact integers.
 *
 * @example
 * integerRange("int8"); // { from: -128, to: 127 }
 * integerRange("uint64"); // { from: 0, to: 9007199254740991 }
 */
export function integerRange(format: unknown): NumberRange {
  const known = integerFormats.find((integerFormat) => integerFormat === format);
  const [, unsigned, bits = "64"] = /^(u?)int(\d+)$/.exec(known ?? "") ?? [];
  const count = 2 ** Number(bits);
  const [from, to] = unsigned === "u" ? [0, count - 1] : [-count / 2, count / 2 - 1];
  return {
    from: Math.max(from, Number.MIN_SAFE_INTEGER),
    to: Math.min(to, Number.MAX_SAFE_INTEGER),
  };
}
