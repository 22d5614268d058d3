import type { Format } from "./formats.ts";

/**
 * Formats of values that TypeSpec writes as texts. The usual rule of `duration` refuses fractions (RFC 3339, appendix A), which
 * TypeSpec allows; the others have no usual rule. They stand apart because most validators do not need them.
 */
export const encodedFormats: Readonly<Record<string, Format>> = {
  duration: (text) => duration.test(text.replace(lastFraction, "")),
  "http-date": isHttpDate,
  base64url: (text) => base64url.test(text),
};

/** ISO 8601-1, section 5.5.2, without the fraction, which only the last number may have. */
const duration =
  /^P(?:\d+W|(?=T?\d)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;
const lastFraction = /(?<=\d)[.,]\d+(?=[A-Z]$)/;

/** RFC 4648, section 5. Padding may be left out (section 3.2). */
const base64url = /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/;

/** RFC 9110, section 5.6.7. A recipient accepts the two obsolete forms, too. */
function isHttpDate(text: string): boolean {
  const found = httpDates.map((form) => form.exec(text)?.groups).find(Boolean);
  if (!found) return false;
  const { day = "", month = "", year = "" } = found;
  // A year of two digits is only in RFC 850. Its 29th of February is accepted in each century.
  const date = new Date(`${day.trim()} ${month} ${year.length === 2 ? `20${year}` : year} UTC`);
  return date.getUTCDate() === Number(day);
}

const monthName = "(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const timeOfDay = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)";
const httpDates = [
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d\\d) ${monthName} (?<year>\\d{4}) ${timeOfDay} GMT`,
  `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d\\d)-${monthName}-(?<year>\\d\\d) ${timeOfDay} GMT`,
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${monthName} (?<day>[ \\d]\\d) ${timeOfDay} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));
