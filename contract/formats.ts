/** Checks a text that has a format. */
export type Format = (text: string) => boolean;

/**
 * Formats with rules of our own. The usual rules of addresses can take more than linear time, and accept addresses that no
 * program can open. The usual rule of `time` demands an offset, which `plainTime` does not have.
 */
export const formats: Readonly<Record<string, Format>> = {
  time: (text) => time.test(text),
  uri: canBeOpened,
  url: canBeOpened,
  "uri-reference": (text) => uriReference.test(text) || isUri(text) || isUri(`any:${text}`),
};

/** RFC 3339, section 5.6: `full-time`, or `partial-time` alone. A leap second is at the end of a day. */
const time =
  /^(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/i;

/** RFC 3986 allows ports of any size and hosts that cannot exist. Here, programs must be able to open a URI. */
function canBeOpened(text: string): boolean {
  return isUri(text) && URL.canParse(text);
}

/** A URI consists of one set of characters, or has an address in brackets. */
function isUri(text: string): boolean {
  if (uri.test(text)) return true;
  const address = uriWithAddress.exec(text)?.[1];
  return address !== undefined && (/^v/i.test(address) || URL.canParse(`http://[${address}]`));
}

// RFC 3986, appendix A. Each expression can match a text in one way only, so it takes linear time.

/** One set of characters covers the scheme's host, port, user and path. */
const uri =
  /^[a-z][a-z\d+.-]*:(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})+(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i;

/** An IPv6 address in brackets is the only part outside that set. */
const uriWithAddress =
  /^[a-z][a-z\d+.-]*:\/\/(?:(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*@)?\[([\da-f:.]+|v[\da-f]+\.[\w.~!$&'()*+,;=:-]+)\](?::\d*)?(?:\/(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*)?(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i;

const uriReference =
  /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i;
