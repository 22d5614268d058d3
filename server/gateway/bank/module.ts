import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isContainer } from "@contract-toolkit/contract";
import type { Bank, BankSettings } from "../domain/bank/bank.ts";

/**
 * Makes the bank of a module in this thread.
 *
 * @throws Error saying what is wrong with `BANK_MODULE`
 */
export async function loadBank(
  name: string,
  environment: BankSettings["environment"],
): Promise<Bank> {
  const createBank = creatorIn(await tried(name, "cannot be loaded", () => importModule(name)));
  if (createBank === undefined)
    throw invalidBankModule(name, "exports no function createBank, nor one by default");
  const bank = await tried(name, "could not make a bank", () => createBank({ environment }));
  const missing = methods.filter((method) => !isFunction(moduleMember(bank, method)));
  if (missing.length > 0 || !isBank(bank))
    throw invalidBankModule(name, `made a bank without the methods ${missing.join(", ")}`);
  return bank;
}

const methods = ["register", "sendOtp", "decide", "reverse", "enrol"] as const;

/** A path is relative to the working folder, a package name is resolved from the gateway. */
function importModule(name: string): Promise<unknown> {
  const isPath = /^\.{0,2}[/\\]|^[A-Za-z]:[/\\]/.test(name);
  return import(isPath ? pathToFileURL(resolve(name)).href : name);
}

function creatorIn(module: unknown): ((settings: BankSettings) => unknown) | undefined {
  return [moduleMember(module, "createBank"), moduleMember(module, "default")].find(isFunction);
}

async function tried(name: string, what: string, act: () => unknown): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    throw invalidBankModule(name, `${what}: ${describeThrown(error)}`);
  }
}

export function invalidBankModule(name: string, why: string): Error {
  return new Error(`BANK_MODULE ${name} ${why}; see docs/bank.md.`);
}

export function describeThrown(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function moduleMember(value: unknown, name: string): unknown {
  return isContainer(value) ? Reflect.get(value, name) : undefined;
}

function isFunction(value: unknown): value is (settings: BankSettings) => unknown {
  return typeof value === "function";
}

/** Checks that all methods exist. Their responses are checked at each call. */
function isBank(value: unknown): value is Bank {
  return methods.every((method) => isFunction(moduleMember(value, method)));
}
