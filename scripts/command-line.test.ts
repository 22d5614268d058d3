import { expect, test } from "vitest";
import { main } from "./command-line.ts";
import { printedBy } from "./testing/printed.ts";

/** What goes to standard error, and the exit status. */
async function told(...args: string[]) {
  const { status, shown } = await printedBy(() => main(args));
  return { status, lines: shown.split("\n") };
}

test.each([
  [["generate", "--nope"], "contract generate [ENTRY]", "Unknown option '--nope'"],
  [["import"], "contract import FILE", "import needs one file."],
  [["nope"], "contract <verb> [options]", 'contract has no verb "nope".'],
])("a mistake in %j is told last, after a short usage", async (args, usage, message) => {
  const { status, lines } = await told(...args);
  expect(status).toBe(2);
  expect(lines.at(0)).toContain(usage);
  expect(lines.at(-2)).toContain(message);
  expect(lines.length).toBeLessThan(18);
});

test("what is no mistake in the command line is told alone", async () => {
  const { lines } = await told("generate", "nowhere/main.tsp");
  expect(lines).toEqual([expect.stringContaining("nowhere/main.tsp not found"), ""]);
});
