import { isJsonLinesType } from "./media-type.ts";

/**
 * Writes an event of a stream (HTML Living Standard, section 9.2), or an item of JSON Lines. Its data is JSON, which has no line
 * break.
 *
 * @example
 * writeEvent({ price: 1 }); // 'data: {"price":1}\n\n'
 */
export function writeEvent(data: unknown, contentType = "text/event-stream"): string {
  const json = JSON.stringify(data);
  return isJsonLinesType(contentType) ? `${json}\n` : `data: ${json}\n\n`;
}

/** A longer event is refused, in characters. It would be collected in memory. */
export const maxEventLength = 1_048_576;

/**
 * Reads the data of each event in a stream, or each item of JSON Lines. Comments, names and ids are skipped, and so are an
 * incomplete last event and empty lines between items.
 *
 * @throws {RangeError} for an event of more than 1,048,576 characters
 * @throws {TypeError} for items that are not UTF-8
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  contentType = "text/event-stream",
): AsyncGenerator<string> {
  if (isJsonLinesType(contentType)) {
    for await (const lines of splitStreamLines(chunks, "\n"))
      for (const line of lines) if (line.trim() !== "") yield line;
    return;
  }
  let data: string[] = [];
  let length = 0;
  for await (const lines of splitStreamLines(chunks, /\r\n|\r|\n/))
    for (const line of lines) {
      const value = dataOf(line);
      if (value !== undefined) data.push(value);
      length += line.length;
      if (length > maxEventLength) throw tooLong();
      if (line !== "") continue;
      if (data.length > 0) yield data.join("\n");
      data = [];
      length = 0;
    }
}

/**
 * The lines that each chunk completes. Lines of events end in CR, LF or both, and the last one is incomplete without its end. Items
 * end only in LF, because JSON may have a CR. The cost is linear and does not depend on the size of the chunks.
 */
async function* splitStreamLines(
  chunks: AsyncIterable<Uint8Array>,
  end: RegExp | "\n",
): AsyncGenerator<readonly string[]> {
  const isOfItems = end === "\n";
  const decoder = new TextDecoder("utf-8", { fatal: isOfItems });
  let pieces: string[] = [];
  let length = 0;
  let endsInReturn = false;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    const lines = text.slice(endsInReturn && text.startsWith("\n") ? 1 : 0).split(end);
    endsInReturn = !isOfItems && text.endsWith("\r");
    const last = lines.pop() ?? "";
    if (lines[0] !== undefined) {
      lines[0] = pieces.join("") + lines[0];
      yield lines;
      pieces = [];
      length = 0;
    }
    pieces.push(last);
    length += last.length;
    if (length > maxEventLength) throw tooLong();
  }
  if (isOfItems) yield [pieces.join("") + decoder.decode()];
}

function tooLong(): RangeError {
  return new RangeError(`An event is longer than ${maxEventLength} characters.`);
}

/** `data: x` → `x`; undefined for other fields. */
function dataOf(line: string): string | undefined {
  if (line === "data") return "";
  if (!line.startsWith("data:")) return undefined;
  return line.slice(line[5] === " " ? 6 : 5);
}
