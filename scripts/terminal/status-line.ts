/** A line of a terminal that says what is being done. On anything else there is none. */
export interface StatusLine extends Disposable {
  readonly show: (text: string) => void;
  /** Makes room for other lines. */
  readonly clear: () => void;
}

/** Starts a line, which goes away at the end of its scope. */
export function startStatusLine(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
): StatusLine {
  const write = (text: string) => {
    if (stream.isTTY) stream.write(eraseLine + text);
  };
  const clear = () => {
    write("");
  };
  return { show: write, clear, [Symbol.dispose]: clear };
}

/** ECMA-48: back to the start of the line, and erase it. */
const eraseLine = "\r\u001b[2K";
