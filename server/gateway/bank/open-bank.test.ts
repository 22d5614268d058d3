import { expect, onTestFinished, test } from "vitest";
import { openBank } from "./open-bank.ts";
import { sandboxBank } from "../domain/bank/bank-sandbox.ts";
import { SettingsError } from "../platform/operator-error.ts";
import { bankModule } from "../testing/bank-module.ts";

const ignore = () => undefined;

const production = async (name?: string, environment = {}) => {
  const settings = { mode: "production", bankModule: name } as const;
  const bank = await openBank(settings, environment, ignore);
  onTestFinished(async () => {
    await bank.close?.();
  });
  return bank;
};

test("a sandbox uses its own bank and refuses BANK_MODULE", async () => {
  expect(await openBank({ mode: "sandbox", bankModule: undefined }, {}, ignore)).toBe(sandboxBank);
  const opening = openBank({ mode: "sandbox", bankModule: "./bank.ts" }, {}, ignore);
  await expect(opening).rejects.toThrow("BANK_MODULE is for MODE=production");
});

test("production requires BANK_MODULE", async () => {
  await expect(production()).rejects.toThrow(SettingsError);
  await expect(production()).rejects.toThrow(/BANK_MODULE is required[^]*docs\/bank\.md/);
});

test("createBank and process.env have the environment without the gateway's own secrets", async () => {
  const path = bankModule(`
    const createBank = async ({ environment }) => ({
      register: async () => JSON.stringify([environment, process.env]),
      sendOtp() {}, decide() {}, reverse() {}, enrol() {},
    });
    export { createBank };`);
  const secrets = { MASTER_KEY: "a", MASTER_KEY_PREVIOUS: "b", METRICS_TOKEN: "c" };
  const bank = await production(path, { BANK_NAME: "one", ...secrets });
  const shown = await bank.register({ type: "account", accountNumber: "1" });
  expect(shown).toBe(JSON.stringify([{ BANK_NAME: "one" }, { BANK_NAME: "one" }]));
});

test("the default export can create the bank, and the bank can be a class", async () => {
  const path = bankModule(`
    class Bank {
      #reference = "kept";
      register() { return Promise.resolve(this.#reference); }
      sendOtp() {} decide() {} reverse() {} enrol() {}
    }
    export default () => new Bank();`);
  const bank = await production(path);
  expect(await bank.register({ type: "account", accountNumber: "1" })).toBe("kept");
});

test.each([
  ["no function", "export const other = 1;", "exports no function createBank"],
  ["no function of that name", "export const createBank = {};", "exports no function"],
  ["a syntax error", "export const {", "cannot be loaded"],
  ["an error while it is loaded", "throw new Error('no licence');", "cannot be loaded: no licence"],
  [
    "an error in createBank",
    "export function createBank() { throw new Error('no key'); }",
    "could not make a bank: no key",
  ],
  ["an exit while it is loaded", "process.exit(0);", "ended while it was loaded"],
  ["no bank", "export default () => undefined;", "without the methods register, sendOtp"],
  [
    "missing methods",
    "export default () => ({ register() {}, sendOtp() {}, decide: 1, enrol() {} });",
    "without the methods decide, reverse;",
  ],
])("a module with %s is refused with the reason", async (_name, text, why) => {
  const path = bankModule(text);
  await expect(production(path)).rejects.toThrow(SettingsError);
  await expect(production(path)).rejects.toThrow(`BANK_MODULE ${path}`);
  await expect(production(path)).rejects.toThrow(why);
});

test.each(["/none/bank.ts", "./none.ts", "no-such-package-of-a-bank"])(
  "a missing module %s is reported",
  async (name) => {
    await expect(production(name)).rejects.toThrow(`BANK_MODULE ${name} cannot be loaded`);
  },
);

test("the module's path is relative to the working folder", async () => {
  const bank = await production("./server/gateway/testing/bank.ts");
  expect(await bank.register({ type: "account", accountNumber: "1" })).toBe("reference");
});
