import { expect, onTestFinished, test } from "vitest";
import { openBank } from "./module.ts";
import { sandboxBank } from "../domain/bank/bank-sandbox.ts";
import { SettingsError } from "../settings.ts";
import { bankModule } from "../testing/bank-module.ts";

const nobody = () => undefined;

const production = async (name?: string, environment = {}) => {
  const settings = { mode: "production", bankModule: name } as const;
  const bank = await openBank(settings, environment, nobody);
  onTestFinished(async () => {
    await bank.close?.();
  });
  return bank;
};

test("a sandbox has a bank of its own, and takes no other", async () => {
  expect(await openBank({ mode: "sandbox", bankModule: undefined }, {}, nobody)).toBe(sandboxBank);
  const other = openBank({ mode: "sandbox", bankModule: "./bank.ts" }, {}, nobody);
  await expect(other).rejects.toThrow("BANK_MODULE is for MODE=production");
});

test("without a module there is no bank in production", async () => {
  await expect(production()).rejects.toThrow(SettingsError);
  await expect(production()).rejects.toThrow(/BANK_MODULE is required[^]*docs\/bank\.md/);
});

test("createBank makes the bank, out of the environment", async () => {
  const path = bankModule(`
    const createBank = async ({ environment }) => ({
      register: async () => environment.BANK_NAME,
      sendOtp() {}, decide() {}, reverse() {}, enrol() {},
    });
    export { createBank };`);
  const bank = await production(path, { BANK_NAME: "one" });
  expect(await bank.register({ type: "account", accountNumber: "1" })).toBe("one");
});

test("the default export may make the bank, and a class be one", async () => {
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
  ["something else of that name", "export const createBank = {};", "exports no function"],
  ["a syntax error", "export const {", "cannot be loaded"],
  ["an error while it is loaded", "throw new Error('no licence');", "cannot be loaded: no licence"],
  [
    "a bank that cannot be made",
    "export function createBank() { throw new Error('no key'); }",
    "could not make a bank: no key",
  ],
  ["an end while it is loaded", "process.exit(0);", "ended while it was loaded"],
  ["nothing made", "export default () => undefined;", "without the methods register, sendOtp"],
  [
    "methods missing",
    "export default () => ({ register() {}, sendOtp() {}, decide: 1, enrol() {} });",
    "without the methods decide, reverse;",
  ],
])("refused, saying why: %s", async (_name, text, why) => {
  const path = bankModule(text);
  await expect(production(path)).rejects.toThrow(SettingsError);
  await expect(production(path)).rejects.toThrow(`BANK_MODULE ${path}`);
  await expect(production(path)).rejects.toThrow(why);
});

test.each(["/none/bank.ts", "./none.ts", "no-such-package-of-a-bank"])(
  "%s is not there",
  async (name) => {
    await expect(production(name)).rejects.toThrow(`BANK_MODULE ${name} cannot be loaded`);
  },
);

test("the module's path is meant from where the gateway was started", async () => {
  const bank = await production("./server/gateway/testing/bank.ts");
  expect(await bank.register({ type: "account", accountNumber: "1" })).toBe("reference");
});
