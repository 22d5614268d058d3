import { createInterface } from "node:readline/promises";

/** Where to ask. */
export type Terminal = Pick<NodeJS.Process, "stdin" | "stdout">;

/** Whether somebody can answer. */
export function canAsk({ stdin, stdout }: Terminal): boolean {
  return stdin.isTTY && stdout.isTTY;
}

/**
 * Asks questions in a terminal.
 *
 * @param questions gets a function that asks one question and resolves to the text without spaces around it
 * @returns undefined if the user ends the questions
 */
export async function ask<Result>(
  { stdin, stdout }: Terminal,
  questions: (question: (text: string) => Promise<string>) => Promise<Result>,
): Promise<Result | undefined> {
  const lines = createInterface({ input: stdin, output: stdout });
  try {
    return await questions(async (text) => (await lines.question(text)).trim());
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  } finally {
    lines.close();
  }
}
