import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { EventContents } from "../../../../generated/merchant/events.ts";
import type { SentCallback, SentCallbacks } from "../../http/console/sent-callbacks.ts";
import { testCards } from "../../domain/bank/bank-test-data.ts";
import { maskCard } from "../../domain/cards/card.ts";
import { DEMO_PARTNER_CODE } from "../../domain/partners/partners.ts";
import { openCheckout, payCheckout } from "../../domain/payments/checkout.ts";
import { bringClockBack, resetPartner } from "../../domain/clock-reset.ts";
import { doDueWork } from "../../domain/scheduled/due.ts";
import { issueJwt } from "../../http/authentication/jwt.ts";
import { nameSettings, OperatorError } from "../../platform/operator-error.ts";
import { readSettings } from "../settings.ts";
import { startGateway } from "../start.ts";
import { systemClock } from "../../platform/system-effects.ts";
import { writeNewFile } from "../../platform/security/new-file.ts";
import { onFailure } from "../../platform/concurrency/with-cleanup.ts";
import { type Seed, seedPartners } from "./seed.ts";

export type { Seed, SeedPartner } from "./seed.ts";

/** Options of `startSandbox`. */
export interface SandboxOptions {
  /** Default: any free port of 127.0.0.1. */
  readonly port?: number;
  /** The folder that keeps the data. Default: a temporary one. */
  readonly data?: string;
  /** The `postgres://` URL of a database that keeps the data. It needs `data`, where the key is kept that encrypts. */
  readonly postgres?: string;
  /** Partners, banks and cards, beside those that every sandbox has. */
  readonly seed?: Seed;
}

/** A running sandbox. `await using` stops it. */
export interface Sandbox extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
  /** A JWT of the demo partner, valid for 24 hours. */
  readonly token: string;
  /** The secret of the demo partner, which signs its JWTs and callbacks. */
  readonly secret: string;
  readonly clock: SandboxClock;
  readonly callbacks: SandboxCallbacks;
  /** Returns the credentials of a partner of the seed. */
  readonly credentials: (partnerCode: string) => Promise<SandboxCredentials>;
  /**
   * Pays at the `payment.url` of an order, as its customer does.
   *
   * @param means default: a card that succeeds, and the first bank to choose
   * @throws Error if the order cannot be paid so
   */
  readonly pay: (paymentUrl: string, means?: PaymentMeans) => Promise<void>;
  /** Deletes the records of the demo partner and of the seed's partners, forgets the callbacks and resets the clock. */
  readonly reset: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The credentials of a partner. */
export type SandboxCredentials = Pick<Sandbox, "token" | "secret">;

/** What a customer enters on the payment page. */
export interface PaymentMeans {
  readonly bankCode?: string;
  readonly cardNumber?: string;
  /** `MM/YY`; only for an order that saves the card. */
  readonly cardExpiry?: string;
}

/** The sandbox's clock, by which orders expire and authorizations end. */
export interface SandboxClock {
  readonly now: () => Date;
  /** Moves the clock forward, and does what becomes due. */
  readonly advance: (by: ClockStep) => Promise<void>;
  /** Stops the clock. It can still be advanced. */
  readonly freeze: () => Promise<void>;
  /** Lets a frozen clock run on. */
  readonly unfreeze: () => Promise<void>;
  /** Sets the clock back to real time. */
  readonly reset: () => Promise<void>;
}

/** A length of time. Its parts are added. */
export interface ClockStep {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** The callbacks that the sandbox has sent. */
export interface SandboxCallbacks {
  /** An address that accepts every callback: a `notifyUrl` for tests without a receiver. */
  readonly inbox: string;
  /** The attempts since the start or the last reset, oldest first. */
  readonly list: () => readonly SandboxCallback[];
  /**
   * Returns the first callback that matches, and waits for it if it has not been sent.
   *
   * @throws Error when none has come within the time; default 5000 ms
   */
  readonly waitFor: (
    matches: (callback: SandboxCallback) => boolean,
    options?: { readonly timeoutMs?: number },
  ) => Promise<SandboxCallback>;
}

/** A callback as it was sent. */
export type SandboxCallback = SentEvent & {
  /** The status with which the receiver responded; absent if it did not. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** The text that was sent. */
  readonly body: string;
};

/** The name and the content of an event. */
type SentEvent = {
  [Name in keyof EventContents]: { readonly event: Name; readonly data: EventContents[Name] };
}[keyof EventContents];

/**
 * Starts a sandbox of the payment gateway in this process, for the tests of a merchant.
 *
 * @throws Error saying what is wrong with an option
 * @example
 * await using sandbox = await startSandbox();
 * const client = createClient({ baseUrl: sandbox.url, token: sandbox.token });
 * await sandbox.clock.advance({ minutes: 15 });
 * const { data } = await sandbox.callbacks.waitFor(({ event }) => event === "order.payment");
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, data, postgres, seed = {} } = options;
  if (postgres !== undefined && data === undefined)
    throw new Error("postgres needs data, the folder in which the key is kept that encrypts.");
  const folder = await mkdtemp(join(tmpdir(), "payment-gateway-sandbox-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  return onFailure<Sandbox>(async () => {
    const seedFile = join(folder, "seed.json");
    writeNewFile(seedFile, JSON.stringify(seed));
    const settings = readSettings({
      MODE: "sandbox",
      LOG_LEVEL: "silent",
      PORT: String(port),
      DATA_DIR: data ?? join(folder, "data"),
      DATABASE_URL: postgres,
      SEED_FILE: seedFile,
    });
    const { url, gateway, links, sandboxClock, sentCallbacks, close } =
      await startGateway(settings);
    if (sandboxClock === undefined) throw new Error("A sandbox has a clock.");
    const credentials = async (code: string) => {
      const partner = await gateway.store.partners.find(code);
      if (partner === undefined) throw new Error(`There is no partner ${code}.`);
      const { secret } = partner;
      return { secret, token: await issueJwt(code, secret, systemClock.now()) };
    };
    const callbacks = createCallbacks(sentCallbacks, `${url}/console/inbox`);
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= close().then(remove));
    return {
      url,
      ...(await credentials(DEMO_PARTNER_CODE)),
      credentials,
      callbacks,
      clock: {
        now: () => new Date(sandboxClock.now()),
        async advance(by) {
          await sandboxClock.advance(secondsOf(by));
          await doDueWork(gateway);
        },
        freeze: () => sandboxClock.freeze(),
        unfreeze: () => sandboxClock.unfreeze(),
        reset: () => bringClockBack(gateway, sandboxClock),
      },
      async pay(paymentUrl, means) {
        const page = URL.parse(paymentUrl)?.pathname.split("/").at(-1) ?? "";
        const id = links.idIn("payment", page);
        if (id === undefined) throw new Error(`${paymentUrl} is no payment.url of this sandbox.`);
        const { transaction, banks } = await openCheckout(gateway, id);
        const cardNumber = successfulCard(transaction.paymentMethod);
        const entered = { bankCode: banks[0], cardNumber, cardExpiry: "12/49", ...means };
        await payCheckout(gateway, id, entered);
      },
      async reset() {
        for (const { code } of [{ code: DEMO_PARTNER_CODE }, ...(seed.partners ?? [])])
          await resetPartner(gateway, code);
        await seedPartners(gateway, seed);
        await bringClockBack(gateway, sandboxClock);
        callbacks.forget();
      },
      stop,
      [Symbol.asyncDispose]: stop,
    };
  }, remove).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
    throw new Error(nameSettings(error.message, optionNames), { cause: error });
  });
}

const optionNames = { PORT: "port", DATA_DIR: "data", DATABASE_URL: "postgres" };

function secondsOf({ days = 0, hours = 0, minutes = 0, seconds = 0 }: ClockStep): number {
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

function successfulCard(paymentMethod: string): string | undefined {
  const isDomestic = (number: string) => maskCard(number).brand === "DOMESTIC";
  return testCards.find(
    ({ number, decision }) =>
      decision === "success" && isDomestic(number) === (paymentMethod === "ATM"),
  )?.number;
}

const WAIT_MS = 5000;

function createCallbacks({ list, onAdd }: SentCallbacks, inbox: string) {
  /** The number of the last callback before the reset. */
  let forgotten = 0;
  const known = () => list(forgotten).map(([, sent]) => readCallback(sent));
  return {
    inbox,
    list: known,
    forget() {
      forgotten = list(forgotten).at(-1)?.[0] ?? forgotten;
    },
    async waitFor(
      matches: (callback: SandboxCallback) => boolean,
      { timeoutMs = WAIT_MS }: { readonly timeoutMs?: number } = {},
    ) {
      const late = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const added = new AbortController();
        const end = onAdd(() => {
          added.abort();
        });
        const found = known().find(matches);
        if (found === undefined && !late.aborted)
          await wait(timeoutMs, undefined, {
            signal: AbortSignal.any([late, added.signal]),
          }).catch(() => undefined);
        end();
        if (found !== undefined) return found;
        if (late.aborted)
          throw new Error(
            `No callback that matches was sent within ${timeoutMs} ms. Sent: ${summaryOf(known())}.`,
          );
      }
    },
  };
}

function readCallback({ status, headers, body }: SentCallback): SandboxCallback {
  const { event, data } = JSON.parse(body) as { event: string; data: string };
  const content: unknown = JSON.parse(Buffer.from(data, "base64").toString());
  const sent = { event, data: content } as SentEvent;
  return { ...sent, ...(status !== undefined && { status }), headers, body };
}

function summaryOf(callbacks: readonly SandboxCallback[]): string {
  return callbacks.map(({ event, status = "no response" }) => `${event} (${status})`).join(", ");
}
