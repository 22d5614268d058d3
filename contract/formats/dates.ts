/** RFC 3339, section 5.6: `full-date`. */
export function isDate(text: string): boolean {
  return date.test(text) && (!text.endsWith("-02-29") || isLeapYear(Number(text.slice(0, 4))));
}

const date =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))$/;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** RFC 3339, section 5.6: `date-time`. */
export function isDateTime(text: string): boolean {
  const [day, separator, clock] = [text.slice(0, 10), text.charAt(10), text.slice(11)];
  return /^[tT]$/.test(separator) && isDate(day) && isTime(clock) && offset.test(clock);
}

const offset = /(?:[zZ]|[+-]..:..)$/;

/** RFC 3339, section 5.6: `full-time`, or `partial-time` alone, which is TypeSpec's `plainTime`. */
export function isTime(text: string): boolean {
  const found = time.exec(text);
  return found !== null && (found[3] !== "60" || isLeapSecond(found));
}

const time =
  /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))?$/i;

/** A leap second is the last second of a day in UTC (RFC 3339, section 5.7). */
function isLeapSecond(found: readonly string[]): boolean {
  const [, hour, minute, , sign, hours = "0", minutes = "0"] = found;
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const inUtc = Number(hour) * 60 + Number(minute) - ahead;
  return (inUtc + minutesOfDay) % minutesOfDay === minutesOfDay - 1;
}

const minutesOfDay = 24 * 60;

/**
 * ISO 8601-1, section 5.5.2: only the last number may have a fraction. RFC 3339, appendix A, has no fractions, which TypeSpec
 * allows.
 */
export function isDuration(text: string): boolean {
  return duration.test(text.replace(lastFraction, ""));
}

const duration =
  /^P(?:\d+W|(?=T?\d)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;
const lastFraction = /(?<=\d)[.,]\d+(?=[A-Z]$)/;
