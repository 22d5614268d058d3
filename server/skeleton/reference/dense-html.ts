/** HTML without indents outside of samples, and without the end tags that HTML lets one leave out. */
export function denseHtml(page: string): string {
  return page
    .split(/(<pre>[^]*?<\/pre>)/)
    .map((part) => (part.startsWith("<pre>") ? part : withoutIndents(part)))
    .join("");
}

function withoutIndents(part: string): string {
  return part
    .replaceAll(/<\/(?:td|tr|li)>/g, "")
    .replaceAll(/\s*\n\s*/g, "\n")
    .replaceAll(/\s+>/g, ">")
    .replaceAll(/<p>\s*<\/p>/g, "")
    .replaceAll(/\n(?=<\/?(?:td|tr|table|ul|li|p|section|h\d)\b)/g, "")
    .replaceAll(/(<(?:td|tr|table|ul|li|p|section|h\d)(?: [^>]*)?>)\n/g, "$1");
}
