/** Whether a text is Base64 (RFC 4648, section 4) in its one spelling: padded, and without white space. */
export function isBase64(text: string): boolean {
  return Buffer.from(text, "base64").toString("base64") === text;
}
