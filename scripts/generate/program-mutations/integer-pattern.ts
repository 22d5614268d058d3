/** An integer, or Infinity. */
export type Bound = bigint | number;

/** The pattern of the integers between two bounds, both included, without leading zeros. */
export function integerPattern(from: Bound, to: Bound): string {
  const negatives = naturals(-to, -from);
  const all = [
    ...(negatives.length > 0 ? [`-(?:${negatives.join("|")})`] : []),
    ...(from <= 0 && to >= 0 ? ["0"] : []),
    ...naturals(from, to),
  ];
  // No text matches the empty class.
  return all.length > 0 ? `^(?:${all.join("|")})$` : "[]";
}

/** The alternatives for the positive integers between two bounds, by their number of digits. */
function naturals(from: Bound, to: Bound): string[] {
  const first = typeof from === "bigint" && from > 1n ? from : 1n;
  if (to < first) return [];
  const least = String(first);
  const most = typeof to === "bigint" ? String(to) : "";
  if (least.length === most.length) return [between(least, most)];
  const lowest = isPower(least) ? [] : [between(least, "9".repeat(least.length))];
  const whole = least.length - (isPower(least) ? 1 : 0);
  const longest = most === "" ? "" : String(most.length - 2);
  const middle =
    longest !== "" && Number(longest) < whole ? [] : [`[1-9][0-9]{${whole},${longest}}`];
  const highest = most === "" ? [] : [between(`1${"0".repeat(most.length - 1)}`, most)];
  return [...lowest, ...middle, ...highest];
}

function isPower(digits: string): boolean {
  return /^10*$/.test(digits);
}

/** The pattern of the texts of digits between two of the same length. */
function between(low: string, high: string): string {
  const [first = "", last = ""] = [low[0], high[0]];
  const [lowRest, highRest] = [low.slice(1), high.slice(1)];
  const { length } = lowRest;
  if (low === high) return low;
  if (/^0*$/.test(low) && /^9*$/.test(high)) return anyDigits(length + 1);
  if (first === last) return `${first}${between(lowRest, highRest)}`;
  const isFromStart = /^0*$/.test(lowRest);
  const isToEnd = /^9*$/.test(highRest);
  const from = Number(first) + (isFromStart ? 0 : 1);
  const to = Number(last) - (isToEnd ? 0 : 1);
  const digit = from === to ? String(from) : `[${from}-${to}]`;
  const parts = [
    ...(isFromStart ? [] : [`${first}${between(lowRest, "9".repeat(length))}`]),
    ...(from <= to ? [`${digit}${anyDigits(length)}`] : []),
    ...(isToEnd ? [] : [`${last}${between("0".repeat(length), highRest)}`]),
  ];
  return parts.length === 1 ? parts.join("") : `(?:${parts.join("|")})`;
}

function anyDigits(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "[0-9]" : `[0-9]{${count}}`;
}
