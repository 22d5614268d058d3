import type { Bank, BankSettings } from "../domain/bank/bank.ts";
import { sandboxBank } from "../domain/bank/bank-sandbox.ts";
import type { Mode } from "../platform/mode.ts";
import { SettingsError } from "../platform/operator-error.ts";
import type { UnguardedBank } from "./guard.ts";
import { describeThrown, invalidBankModule } from "./module.ts";
import { BankModuleEndedError, type ThreadRules, threadedBank } from "./threaded-bank.ts";

/** The settings that choose the bank. */
interface BankChoice {
  readonly mode: Mode;
  readonly bankModule: string | undefined;
}

/**
 * Starts the bank: in sandbox mode the sandbox's bank, in production the one of `BANK_MODULE`, in a worker thread.
 *
 * @param onEnd called when that thread ends by itself
 * @param ofSandbox the sandbox's bank
 * @throws SettingsError saying what is wrong with `BANK_MODULE`
 */
export async function openBank(
  settings: BankChoice,
  environment: BankSettings["environment"],
  onEnd: ThreadRules["onEnd"],
  ofSandbox: Bank = sandboxBank,
): Promise<UnguardedBank> {
  const faults = faultsOfBank(settings);
  if (faults.length > 0) throw new SettingsError(faults);
  const { bankModule } = settings;
  if (bankModule === undefined) return ofSandbox;
  const ended = invalidBankModule(bankModule, "ended while it was loaded").message;
  return threadedBank({ name: bankModule, environment }, { onEnd }).catch((error: unknown) => {
    throw new SettingsError([
      error instanceof BankModuleEndedError ? ended : describeThrown(error),
    ]);
  });
}

/** The faults of `BANK_MODULE` in a mode. */
export function faultsOfBank({ mode, bankModule }: BankChoice): string[] {
  if (mode === "sandbox" && bankModule !== undefined)
    return [
      "BANK_MODULE is for MODE=production only. A sandbox has its own bank and shows one-time passwords.",
    ];
  if (mode === "production" && bankModule === undefined)
    return [
      "BANK_MODULE is required in production: the path or package name of a module that exports createBank(settings); " +
        "docs/bank.md explains how to write one, docs/examples/bank.ts is an example.",
    ];
  return [];
}
