/** A path whose parameters have no names. Paths of one shape are the same for a server. */
export function pathShape(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

/** RFC 6570, section 2. An apostrophe is a literal. */
export function isUriTemplate(text: string): boolean {
  return uriTemplate.test(text);
}

const encoded = String.raw`%[\da-f]{2}`;
const variable = String.raw`(?:\w|${encoded})(?:\.?(?:\w|${encoded}))*(?::[1-9]\d{0,3}|\*)?`;
const uriTemplate = new RegExp(
  String.raw`^(?:[^\x00-\x20\x7f-\x9f"<>%\\^\x60{|}]|${encoded}|\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\})*$`,
  "iu",
);
