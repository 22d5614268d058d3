/**
 * The number by which the text of a JSON number is validated. Many texts are read as the same double, such as
 * `999.9999999999999999` and `1000`, or `1e-400` and `0`. If the text is not exactly its double, this is the next double
 * towards the text. It is an integer only if the text is one, and it breaks every bound that the text breaks. From 2^52 on,
 * doubles have no fractions. A text with a fraction there becomes the largest double with a fraction.
 *
 * @param text of a number as JSON writes it (RFC 8259, section 6)
 * @example
 * asWritten("1000.0"); // 1000, as 1e3 is
 * asWritten("999.9999999999999999"); // 999.9999999999999
 */
export function asWritten(text: string): number {
  const double = Number(text);
  if (!Number.isFinite(double)) return double;
  const written = decimalOf(text);
  const side = compare(written, decimalOf(String(double)));
  if (side === 0) return double;
  const next = nextDouble(double, side);
  if (isWholeDecimal(written) || !Number.isInteger(next)) return next;
  return Number.isInteger(double) ? Math.sign(double) * LARGEST_FRACTION : double;
}

const LARGEST_FRACTION = 2 ** 52 - 0.5;

/** The decimal number 0.`digits` × 10^`exponent`. `digits` neither begins nor ends with a zero. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

function decimalOf(text: string): Decimal {
  const [, minus, whole = "", fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first < 0) return { negative: false, digits: "", exponent: 0 };
  let end = all.length;
  while (all[end - 1] === "0") end -= 1;
  return {
    negative: minus === "-",
    digits: all.slice(first, end),
    exponent: whole.length - first + Number(power),
  };
}

function isWholeDecimal({ digits, exponent }: Decimal): boolean {
  return digits.length <= Math.max(exponent, 0);
}

/** Positive if the first number is greater. */
function compare(left: Decimal, right: Decimal): number {
  const sizes = [left, right].map(({ negative, digits }) =>
    digits === "" ? 0 : negative ? -1 : 1,
  );
  const [first = 0, second = 0] = sizes;
  if (first !== second) return first - second;
  if (left.exponent !== right.exponent) return first * (left.exponent - right.exponent);
  if (left.digits === right.digits) return 0;
  return left.digits > right.digits ? first : -first;
}

const view = new DataView(new ArrayBuffer(8));

/** The next double above for a positive `side`, otherwise the next below. */
function nextDouble(double: number, side: number): number {
  if (double === 0) return side > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  view.setFloat64(0, double);
  const away = double > 0 === side > 0;
  view.setBigInt64(0, view.getBigInt64(0) + (away ? 1n : -1n));
  return view.getFloat64(0);
}
