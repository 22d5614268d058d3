/**
 * How a body is read and written: `json`, `xml`, `text` and `form` as a whole, `bytes`, `parts` and `events` as streams.
 */
export type BodyKind = "json" | "xml" | "text" | "form" | "bytes" | "parts" | "events";
