interface Waiver {
  readonly fault: "missed" | "not found" | "false alarm";
  readonly edits: RegExp;
  readonly reason: string;
}

/** Edits that are judged otherwise than by messages. The full run fails if a waiver is not needed. */
export const waivers: readonly Waiver[] = [
  {
    fault: "missed",
    edits: /^(request: properties of object: none to|response: properties of object: .* to none)/,
    reason:
      "An object without documented fields is not one of any fields: additionalProperties says so.",
  },
  {
    fault: "false alarm",
    edits: /content(Encoding|MediaType) of text/,
    reason: "A reader of one content type cannot read another, but validators ignore the keyword.",
  },
];
