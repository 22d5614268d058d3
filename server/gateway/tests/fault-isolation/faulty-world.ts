import { createSocket } from "node:dgram";
import dns from "node:dns/promises";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import type { Bank } from "../../domain/bank/bank.ts";
import { sandboxBank } from "../../domain/bank/bank-sandbox.ts";
import {
  type BankFault,
  FAULTY_ACCOUNT,
  FAULTY_AMOUNT,
  FAULTY_BANK,
  LATE_BANK,
} from "./faulty-sources.ts";

/*
 * `--import` loads this module into a gateway process before it starts. The bank then fails for the values of
 * `faulty-sources.ts`, in the way that BANK_FAULT names, and DNS queries get no response.
 */

const SLOW_MS = 9000;

const failures: Readonly<Record<BankFault, () => Promise<never>>> = {
  hangs: () => new Promise(() => undefined),
  rejects: () => Promise.reject(new Error("The bank is down.")),
  throws: () => {
    throw new TypeError("The bank's module is broken.");
  },
  "answers-nonsense": () => Promise.resolve(JSON.parse('{"status":"perhaps"}') as never),
  "is-slow": () =>
    new Promise((_resolve, reject) => {
      setTimeout(() => {
        reject(new Error("The bank gave up."));
      }, SLOW_MS);
    }),
};
const named = Object.entries(failures).find(([name]) => name === process.env["BANK_FAULT"]);
const fail = named?.[1] ?? failures.hangs;

const healthy = { ...sandboxBank };
const asked = new Set<string>();
const faulty: Partial<Bank> = {
  register: (source) =>
    source.type === "account" && source.accountNumber === FAULTY_ACCOUNT
      ? fail()
      : healthy.register(source),
  decide(payment) {
    if (payment.bankCode === FAULTY_BANK) return fail();
    const isLate = payment.bankCode === LATE_BANK && !asked.has(payment.transactionId);
    asked.add(payment.transactionId);
    return isLate ? Promise.resolve("pending") : healthy.decide(payment);
  },
  reverse: (reversal) => (reversal.amount === FAULTY_AMOUNT ? fail() : healthy.reverse(reversal)),
};
Object.assign(sandboxBank, faulty);

const silent = createSocket("udp4").unref();
silent.bind(0, "127.0.0.1");
await once(silent, "listening");
const server = `127.0.0.1:${silent.address().port}`;
dns.Resolver = class extends dns.Resolver {
  constructor(options?: ConstructorParameters<typeof dns.Resolver>[0]) {
    super(options);
    this.setServers([server]);
  }
};
syncBuiltinESMExports();
