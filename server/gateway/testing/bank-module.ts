import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./open-gateway.ts";

/** Writes a module for `BANK_MODULE` and returns its path. */
export function bankModule(text: string): string {
  const path = join(temporaryFolder(), "bank.mjs");
  writeFileSync(path, text);
  return path;
}

/** The text of a module whose bank has the same JavaScript function for every method. */
export function bankThat(act: string): string {
  return `const act = ${act};
    const methods = ["register", "sendOtp", "decide", "reverse", "enrol"];
    export const createBank = () => Object.fromEntries(methods.map((name) => [name, act]));`;
}
