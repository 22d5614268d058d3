import { format as known } from "@cfworker/json-schema";

/** Formats for which the second validator has another rule or none. They are written apart from those of the contract package. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  // RFC 3986 limits neither ports nor hosts. A URI that no program can open is invalid here.
  uri: parsesAsUri,
  url: parsesAsUri,
  "uri-reference": parsesAsUriReference,
  // RFC 3339 has no space between date and time.
  "date-time": withUsual("date-time", (isDateTime, text) => isDateTime(text) && !/\s/.test(text)),
  // Unlike RFC 3339, TypeSpec's `plainTime` has no offset.
  time: withUsual("time", (isTime, text) => isTime(text) || isTime(`${text}Z`)),
  // RFC 2673 has no leading zeros, which some programs read as octal numbers.
  ipv4: withUsual("ipv4", (isIpv4, text) => isIpv4(text) && !/(?:^|\.)0\d/.test(text)),
  duration: parsesAsDuration,
  "http-date": parsesAsHttpDate,
  ulid: parsesAsUlid,
  base64url: (text) => /^[\w-]*$/.test(text.replace(/={1,2}$/, "")) && hasWholeBytes(text),
};

function parsesAsUri(text: string): boolean {
  return /^[^:/?#]+:/.test(text) && parsesAsUriReference(text) && URL.canParse(text);
}

type Rule = (text: string) => boolean;

function withUsual(name: string, rule: (usual: Rule, text: string) => boolean): Rule {
  const usual = known[name];
  if (!usual) throw new Error(`The second validator has no format "${name}".`);
  return (text) => rule(usual, text);
}

/** ISO 8601: numbers with units, the largest first. Only the last number has a fraction, and weeks stand alone. */
function parsesAsDuration(text: string): boolean {
  const [, date = "", time] = /^P([^T]*)(?:T([^]+))?$/.exec(text) ?? [];
  const parts = [...date.split(/(?<=[YMWD])/), ...(time ?? "").split(/(?<=[HMS])/)].filter(Boolean);
  const units = (part: string) => part.replaceAll(/[\d.,]/g, "");
  return (
    parts.length > 0 &&
    parts.slice(0, -1).every((part) => /^\d+[A-Z]$/.test(part)) &&
    /^\d+([.,]\d+)?[A-Z]$/.test(parts.at(-1) ?? "") &&
    (units(date) === "W" ? time === undefined : /^Y?M?D?$/.test(units(date))) &&
    /^H?M?S?$/.test(units(time ?? ""))
  );
}

/** Crockford's Base32 has the digits and the letters but I, L, O and U. A number of 128 bits has 26 of them. */
function parsesAsUlid(text: string): boolean {
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const values = text.split("").map((character) => digits.indexOf(character.toUpperCase()));
  const number = values.reduce((sum, value) => sum * 32n + BigInt(value), 0n);
  return values.length === 26 && !values.includes(-1) && number < 2n ** 128n;
}

const weekdays = ["Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur", "Sun"];

/** RFC 9110, section 5.6.7: the usual form, and those of RFC 850 and of C, of a day that exists. Any weekday is accepted. */
function parsesAsHttpDate(text: string): boolean {
  const at = new Date(`${text.replace(":60", ":59").replace(/ GMT$/, "")} GMT`);
  const [, day = "", month = "", year = "", time = ""] = at.toUTCString().split(/,? /);
  const clock = text.includes(":60") ? time.replace(/:59$/, ":60") : time;
  return weekdays.some((weekday) =>
    [
      `${weekday.slice(0, 3)}, ${day} ${month} ${year} ${clock} GMT`,
      `${weekday}day, ${day}-${month}-${year.slice(-2)} ${clock} GMT`,
      `${weekday.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${clock} ${year}`,
    ].includes(text),
  );
}

/** RFC 4648, section 5: padding may be left out, and a whole number of bytes is encoded. */
function hasWholeBytes(text: string): boolean {
  let { length } = text;
  while (text[length - 1] === "=") length -= 1;
  return length % 4 !== 1 && (text.length === length || text.length % 4 === 0);
}

/** RFC 3986: the parts of appendix B, each with its own characters. */
function parsesAsUriReference(text: string): boolean {
  const [beforeFragment, fragment] = splitAt(text, "#");
  const [hierarchy, query] = splitAt(beforeFragment, "?");
  const [scheme] = /^[^:/]+(?=:)/.exec(hierarchy) ?? [];
  const rest = scheme === undefined ? hierarchy : hierarchy.slice(scheme.length + 1);
  const [authority] = rest.startsWith("//") ? splitAt(rest.slice(2), "/") : [];
  const path = authority === undefined ? rest : rest.slice(2 + authority.length);
  return (
    (scheme === undefined ? /^(?![^/]*:)/.test(path) : /^[a-z][a-z\d+.-]*$/i.test(scheme)) &&
    (authority === undefined || isAuthority(authority)) &&
    consistsOf(path, ":@/") &&
    [query, fragment].every((part) => consistsOf(part, ":@/?"))
  );
}

/** A text before and behind the first occurrence of a character. */
function splitAt(text: string, character: string): [string, string] {
  const at = text.indexOf(character);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function isAuthority(text: string): boolean {
  const parts = /^(?:([^@]*)@)?(?:\[(.*)\]|([^:]*))(?::\d*)?$/s.exec(text);
  if (!parts) return false;
  const [, user = "", address, name = ""] = parts;
  if (!consistsOf(user, ":")) return false;
  if (address === undefined) return consistsOf(name, "");
  return (
    known["ipv6"]?.(address) === true ||
    (/^v[\da-f]+\../i.test(address) && consistsOf(address, ":"))
  );
}

/** Whether a text has only the characters that RFC 3986 allows in every part, and some more. */
function consistsOf(text: string, more: string): boolean {
  const others = text.replaceAll(/%[\da-f]{2}|[\w.~!$&'()*+,;=-]/gi, "");
  return others.split("").every((part) => more.includes(part));
}
