/**
 * Writes an event of a stream (HTML Living Standard, section 9.2). Its data is JSON, which has no line break.
 *
 * @example
 * writeEvent({ price: 1 }); // 'data: {"price":1}\n\n'
 */
export function writeEvent(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** A longer event is refused, in characters. It would be collected in memory. */
export const maxEventLength = 1_048_576;

/**
 * Reads the data of each event in a stream. Comments, names and ids are skipped, and so is an incomplete last event.
 *
 * @throws {RangeError} for an event of more than 1,048,576 characters
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = [];
  let length = 0;
  for await (const line of linesOf(chunks)) {
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

/** Lines end in CR, LF or both. The cost is linear and does not depend on the size of the chunks. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  let endsInReturn = false;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    const lines = text.slice(endsInReturn && text.startsWith("\n") ? 1 : 0).split(/\r\n|\r|\n/);
    endsInReturn = text.endsWith("\r");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      yield pieces.join("") + line;
      pieces = [];
      length = 0;
    }
    pieces.push(last);
    length += last.length;
    if (length > maxEventLength) throw tooLong();
  }
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
