/** A format that a contract can name and that is judged here. */
export type Format = (text: string) => boolean;

/**
 * Formats whose usual rules are replaced: those of addresses can take more than linear time and accept what no program
 * can open; that of times demands an offset, which a time on a clock (`plainTime`) does not have.
 */
export const formats: Readonly<Record<string, Format>> = {
  time: (text) => time.test(text),
  uri: canBeOpened,
  url: canBeOpened,
  "uri-reference": (text) => uriReference.test(text) || isUri(text) || isUri(`any:${text}`),
};

/** RFC 3339, section 5.6: `full-time`, or `partial-time` alone. A leap second is the last of a day. */
const time =
  /^(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/i;

/** RFC 3986 takes ports of any size and hosts that nobody can call; a URI here is one that programs can open as well. */
function canBeOpened(text: string): boolean {
  return isUri(text) && URL.canParse(text);
}

/** Two ways of reading a URI: all of it by one set of characters, or with an address in brackets. */
function isUri(text: string): boolean {
  if (uri.test(text)) return true;
  const address = uriWithAddress.exec(text)?.[1];
  return address !== undefined && (/^v/i.test(address) || URL.canParse(`http://[${address}]`));
}

// RFC 3986, appendix A. Each expression can match a text in one way only, so that it is read once.

/** What stands before the query may hold every character of a host, a port, a user and a path, all of one set. */
const uri =
  /^[a-z][a-z\d+.-]*:(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})+(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i;

/** An IPv6 address in brackets is the one thing that this set lacks. */
const uriWithAddress =
  /^[a-z][a-z\d+.-]*:\/\/(?:(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*@)?\[([\da-f:.]+|v[\da-f]+\.[\w.~!$&'()*+,;=:-]+)\](?::\d*)?(?:\/(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*)?(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i;

const uriReference =
  /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i;
