import { boundary, type FormPart } from "../../exchange/wire-body.ts";
import type { Row } from "../make-case.ts";

/** A form as it is sent: its parts, and what stands between and around them. */
export interface FormSpelling {
  readonly mark?: string;
  readonly type?: string;
  readonly lineEnd?: string;
  readonly before?: string;
  readonly end?: string;
  /** After each mark. */
  readonly padding?: string;
}

/** A form in a spelling, with its Content-Type. */
export function written(parts: readonly FormPart[], spelling: FormSpelling = {}): Row[2] {
  const { mark = boundary, lineEnd = "\r\n", before = "", padding = "" } = spelling;
  const { type = `multipart/form-data; boundary=${mark}`, end = `--${mark}--${lineEnd}` } =
    spelling;
  const texts = parts.map(
    ({ head, content }) =>
      `--${mark}${padding}${lineEnd}${head.join(lineEnd)}${lineEnd}${lineEnd}${bytes(content)}${lineEnd}`,
  );
  return {
    headers: { "Content-Type": type === "" ? [] : [type] },
    body: { text: before + texts.join("") + end },
  };
}

function bytes(content: Buffer): string {
  return content.length === 0 ? "" : `{hex:${content.toString("hex")}}`;
}

/** The text of a part. */
export function shown({ content }: FormPart): string {
  return content.toString("utf8");
}

/** The same parts, one of them with another text. */
export function withText(parts: readonly FormPart[], changed: FormPart, text: string): FormPart[] {
  return parts.map((part) => (part === changed ? { ...part, content: Buffer.from(text) } : part));
}
