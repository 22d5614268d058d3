/** RFC 9110, section 5.6.7. A recipient accepts the two obsolete forms, too. */
export function isHttpDate(text: string): boolean {
  const found = httpDates.map((form) => form.exec(text)?.groups).find(Boolean);
  if (!found) return false;
  const { day = "", month = "", year = "" } = found;
  // A year of two digits is only in RFC 850. Its 29th of February is accepted in each century.
  const read = new Date(`${day.trim()} ${month} ${year.length === 2 ? `20${year}` : year} UTC`);
  return read.getUTCDate() === Number(day);
}

const monthName = "(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const timeOfDay = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)";
const httpDates = [
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d\\d) ${monthName} (?<year>\\d{4}) ${timeOfDay} GMT`,
  `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d\\d)-${monthName}-(?<year>\\d\\d) ${timeOfDay} GMT`,
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${monthName} (?<day>[ \\d]\\d) ${timeOfDay} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));
