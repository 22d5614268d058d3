import { isIpv6 } from "./names.ts";

/** RFC 3986 also allows ports of any size and hosts that cannot exist. Here, programs must be able to open a URI. */
export function isUri(text: string): boolean {
  return usual.test(text) || (matchesUriForm(uri, text) && URL.canParse(text));
}

/** RFC 3986, section 4.1. A reference need not be one that a program can open. */
export function isUriReference(text: string): boolean {
  return matchesUriForm(uri, text) || matchesUriForm(relativeReference, text);
}

/** The address in brackets, if there is one, is of a future version (`v1.x`) or IPv6. */
function matchesUriForm(form: RegExp, text: string): boolean {
  const found = form.exec(text);
  const address = found?.groups?.["address"];
  return found !== null && (address === undefined || /^v/i.test(address) || isIpv6(address));
}

// RFC 3986, appendix A. Each expression can match a text in one way only, so it takes linear time.

const plain = String.raw`\w.~!$&'()*+,;=\-`;
const encoded = String.raw`%[\da-f]{2}`;
const host = String.raw`(?:\[(?<address>[\da-f:.]+|v[\da-f]+\.[${plain}:]+)\]|(?:[${plain}]|${encoded})*)`;
const authority = String.raw`(?:(?:[${plain}:]|${encoded})*@)?${host}(?::\d*)?`;
const path = `(?:[${plain}:@/]|${encoded})`;
const rest = String.raw`(?:\?(?:[${plain}:@/?]|${encoded})*)?(?:#(?:[${plain}:@/?]|${encoded})*)?`;

const uri = new RegExp(
  String.raw`^[a-z][a-z\d+.-]*:(?://${authority}(?:/${path}*)?|(?!//)${path}*)${rest}$`,
  "i",
);

/** Can always be opened: no number as host, no Punycode, no high port. `URL.canParse` would take most of the time of a check. */
const usual =
  /^https?:\/\/(?:[a-z\d]+(?:-[a-z\d]+)*\.)*[a-z][a-z\d]*(?:-[a-z\d]+)*(?::\d{1,4})?(?:[/?][\w.~!$&'()*+,;=\-:@/?]*)?$/i;

/** Its first segment has no colon, because a scheme ends with one. */
const relativeReference = new RegExp(
  `^(?://${authority}(?:/${path}*)?|(?!//)(?![^/?#]*:)${path}*)${rest}$`,
  "i",
);
