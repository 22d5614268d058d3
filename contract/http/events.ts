/**
 * An event of a stream as it is written (HTML Living Standard, section 9.2): its data as JSON, which has no line break.
 *
 * @example
 * writeEvent({ price: 1 }); // 'data: {"price":1}\n\n'
 */
export function writeEvent(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** The longest event that is read: what has no end is no event, and memory has one. */
export const maxEventLength = 1_048_576;

/**
 * The data of the events in the text of a stream, one by one. Comments, names and ids of events are passed over, and so is an
 * event that the stream ends in.
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

/** Lines end in CR, LF or both. Each character is looked at once, however it comes. */
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

/** `data: x` → `x`; undefined for another field whose name begins so. */
function dataOf(line: string): string | undefined {
  if (line === "data") return "";
  if (!line.startsWith("data:")) return undefined;
  return line.slice(line[5] === " " ? 6 : 5);
}
