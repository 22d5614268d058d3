export function isBase64(text: string): boolean {
  return Buffer.from(text, "base64").toString("base64") === text;
}
