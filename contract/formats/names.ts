/** RFC 1123, section 2.1. Labels of other scripts (`xn--…`) are checked by their characters only. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && hostname.test(text);
}

const hostname = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** RFC 5321, section 4.1.2: `Mailbox`. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  return (
    at > 0 &&
    at <= 64 &&
    localPart.test(text.slice(0, at)) &&
    (isHostname(domain) || isAddressLiteral(domain))
  );
}

const localPart =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")$/;

/** RFC 5321, section 4.1.3. */
function isAddressLiteral(domain: string): boolean {
  const [, ipv6] = /^\[ipv6:([\da-f:.]+)\]$/i.exec(domain) ?? [];
  return ipv6 === undefined ? ipv4Literal.test(domain) : isIpv6(ipv6);
}

const ipv4Literal = /^\[(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}\]$/;

/** Whether a text of digits, letters, colons and dots is an IPv6 address. */
export function isIpv6(text: string): boolean {
  return URL.canParse(`http://[${text}]`);
}

/** RFC 9562, section 4. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The ULID specification: 128 bits in Crockford's Base32, so that the first character is at most 7. Case does not matter. */
export function isUlid(text: string): boolean {
  return ulid.test(text);
}

const ulid = /^[0-7][\da-hjkmnp-tv-z]{25}$/i;

/** RFC 4648, section 5. Padding may be left out (section 3.2). */
export function isBase64url(text: string): boolean {
  return base64url.test(text);
}

const base64url = /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/;
