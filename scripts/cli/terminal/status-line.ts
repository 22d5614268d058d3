/**
 * Starts a line on a terminal that shows what is being done. It is erased at the end of its scope, and shown only on
 * terminals. Call `clear` before you print other lines.
 */
export function startStatusLine(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> &
    Partial<Pick<NodeJS.WriteStream, "columns">> = process.stderr,
) {
  const write = (text: string) => {
    // A second line would not be erased.
    if (stream.isTTY) stream.write(eraseLine + text.slice(0, (stream.columns ?? 80) - 1));
  };
  const clear = () => {
    write("");
  };
  return { show: write, clear, [Symbol.dispose]: clear };
}

/** ECMA-48: move to the start of the line and erase it. */
const eraseLine = "\r\u001b[2K";
