/** Whether a terminal shows no colours. See https://no-color.org. */
export function isPlain(): boolean {
  return !process.stdout.isTTY || Boolean(process.env["NO_COLOR"]);
}
