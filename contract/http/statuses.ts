/** Statuses that are documented together: a class, or `default` for all other errors. */
export type StatusRange = "1XX" | "2XX" | "3XX" | "4XX" | "5XX" | "default";

/** Documentation by status or range of statuses. */
export type ByStatus<Documented> = {
  readonly [status: number]: Documented;
} & { readonly [Range in StatusRange]?: Documented };

/** The statuses of a range. */
export type StatusesOf<Range extends StatusRange> = Range extends "default"
  ? StatusesOf<"4XX" | "5XX">
  : Range extends `${infer Class}XX`
    ? NumberOf<`${Class}${Digit}${Digit}`>
    : never;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberOf<Text extends string> = Text extends `${infer Value extends number}` ? Value : never;

/**
 * The documentation of a status, of its class, or of all errors. `default` is what TypeSpec writes for an error model without
 * a status, so it applies from 400 on.
 *
 * @example
 * documentedOf({ 200: "found", "4XX": "refused" }, 404); // "refused"
 */
export function documentedOf<Documented>(
  documented: ByStatus<Documented>,
  status: number,
): Documented | undefined {
  return documented[statusKeyOf(documented, status) ?? status];
}

/** The status or range that documents a status; undefined if none does. */
export function statusKeyOf(
  documented: ByStatus<unknown>,
  status: number,
): number | StatusRange | undefined {
  return [status, ...statusRangesOf(status)].find((key) => documented[key] !== undefined);
}

/** The ranges that contain a status, the narrowest first. */
export function statusRangesOf(status: number): StatusRange[] {
  return ranges.filter((range) =>
    range === "default" ? status >= 400 : range[0] === String(status)[0],
  );
}

/**
 * One status for each documented status and range, the lowest first. For a range, it is the lowest that is not documented itself. For
 * `default`, it is one from 500 on. A status 1XX is left out, because it is not the final one (RFC 9110, section 15.2).
 *
 * @example
 * exampleStatuses({ 200: {}, "4XX": {}, 400: {} }); // [200, 400, 401]
 */
export function exampleStatuses(documented: ByStatus<unknown>): number[] {
  return Object.keys(documented)
    .flatMap((text) => {
      const key = readStatus(text);
      if (typeof key === "number" || key === undefined) return key ?? [];
      const start = key === "default" ? 500 : Number(key[0]) * 100;
      const all = Array.from({ length: 100 }, (_, index) => start + index);
      return all.find((status) => statusKeyOf(documented, status) === key) ?? [];
    })
    .filter((status) => status >= 200)
    .sort((left, right) => left - right);
}

/** Reads a status or range of a document; undefined if it is neither. */
export function readStatus(text: string): number | StatusRange | undefined {
  if (/^\d{3}$/.test(text)) return Number(text);
  return ranges.find((range) => range.toLowerCase() === text.toLowerCase());
}

const ranges: readonly StatusRange[] = ["1XX", "2XX", "3XX", "4XX", "5XX", "default"];

/** Whether responses with this status have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
export function isStatusWithoutBody(status: number): boolean {
  return [204, 205, 304].includes(status);
}
