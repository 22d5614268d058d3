import { html } from "@contract-toolkit/contract";

/** A command and its output. */
export interface RecordedCommand {
  readonly command: string;
  readonly output: string;
}

/**
 * Draws a recording of a terminal as an SVG without a script, in which lines appear one after another. If the reader has
 * turned off animations, all lines are visible.
 */
export function terminalPicture(commands: readonly RecordedCommand[]): string {
  const lines = commands.flatMap(({ command, output }) => [
    { text: `$ ${command}`, kind: "command" },
    ...output
      .trimEnd()
      .split("\n")
      .map((text) => ({ text, kind: "output" })),
    { text: "", kind: "output" },
  ]);
  let seconds = 0;
  const rows = lines.map(({ text, kind }, at) => {
    seconds += kind === "command" ? SECONDS_BEFORE_COMMAND : SECONDS_PER_LINE;
    const tone = kind === "command" ? "command" : toneOf(text);
    return `<text class="${tone}" x="16" y="${34 + at * LINE_HEIGHT}" style="animation-delay:${seconds.toFixed(1)}s" xml:space="preserve">${html`${text}`.text}</text>`;
  });
  const height = 40 + lines.length * LINE_HEIGHT;
  const width = 32 + COLUMNS * 7.25;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Recording of a terminal">
<style>
text { font: 12px ui-monospace, SFMono-Regular, Menlo, monospace; fill: #c9d1d9; }
.command { fill: #ffffff; font-weight: bold; } .bad { fill: #ff7b72; } .good { fill: #7ee787; }
@media (prefers-reduced-motion: no-preference) { text { opacity: 0; animation: show .01s forwards; } }
@keyframes show { to { opacity: 1; } }
</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join("\n")}
</svg>
`;
}

/** Of the recorded terminal. */
export const COLUMNS = 112;
const LINE_HEIGHT = 17;
const SECONDS_BEFORE_COMMAND = 1.5;
const SECONDS_PER_LINE = 0.2;

function toneOf(text: string): string {
  if (/^ +error|[1-9]\d* (?:breaking|failed|errors)/.test(text)) return "bad";
  return /passed|changed\./.test(text) ? "good" : "output";
}
