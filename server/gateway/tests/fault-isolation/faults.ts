import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { GatewayProcess } from "../../testing/gateway-process.ts";
import { committedSuite } from "../../../../conformance/testing/suites.ts";
import type { RecordPlace } from "../../testing/audit.ts";
import { textIn } from "../../testing/call-gateway.ts";
import { type BankFault, FAULTY_ACCOUNT, FAULTY_AMOUNT, FAULTY_BANK } from "./faulty-sources.ts";
import { makePartner, type Partner } from "./partner.ts";
import { behaviours, startReceiver } from "./receivers.ts";

/** A fault of one party that must not affect others. */
export interface Fault {
  readonly name: string;
  /** Who may be affected: everyone while it lasts, but nothing may be lost; or testers, who share a clock. */
  readonly concerns?: "everyone" | "testers";
  /** Environment of the gateway's process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Starts the fault. Its resources are added to `ends`. */
  begin(place: FaultPlace): Promise<void>;
}

/** The gateway that a fault is tried on. */
export interface FaultPlace {
  readonly gateway: GatewayProcess;
  readonly cluster: RecordPlace;
  /** The number of faulty connections, orders or callbacks. */
  readonly count: number;
  readonly ends: AsyncDisposableStack;
}

const receiverFaults = Object.keys(behaviours).map((name): Fault => ({
  name: `a receiver ${name}`,
  async begin({ gateway, count, ends }) {
    const receiver = ends.use(await startReceiver(name as keyof typeof behaviours));
    await sendEvents(await makePartner(gateway), count, (at) => receiver.url(at));
  },
}));

const bankFaults = (["hangs", "rejects", "throws", "answers-nonsense", "is-slow"] as const).map(
  (name: BankFault): Fault => ({
    name: `the bank ${name}`,
    environment: { BANK_FAULT: name },
    async begin({ gateway, count, ends }) {
      const partner = await makePartner(gateway);
      const waiting = await many(count / 4, async () => {
        const order = await partner.order(FAULTY_BANK, "http://127.0.0.1:9/");
        // The customer pays and reloads the page several times.
        return [order.pay(), order.view(), order.view(), order.view()];
      });
      const paying = Array.from({ length: count / 4 }, () => partner.payFrom(FAULTY_ACCOUNT));
      const reversing = await many(count / 4, async () => {
        const path = "/sandbox/authorizations";
        const order = { amount: FAULTY_AMOUNT, merchantRefId: "r" };
        const { body } = await partner.ask(201, "POST", path, order);
        const authorizationId = textIn(body, "authorizationId");
        const reversal = { authorizationId, merchantRefId: "r" };
        return [partner.ask(200, "POST", "/credit-card/reversal", reversal)];
      });
      const settled = Promise.allSettled([...waiting.flat(), ...paying, ...reversing.flat()]);
      ends.defer(async () => void (await settled));
    },
  }),
);

/** All faults. */
export const faults: readonly Fault[] = [
  ...receiverFaults,
  ...bankFaults,
  {
    name: "no name server answers",
    async begin({ gateway, count }) {
      const partner = await makePartner(gateway);
      await sendEvents(partner, count, (at) => `http://receiver-${at}.example/`);
    },
  },
  {
    name: "customers never end their requests",
    async begin({ gateway, count, ends }) {
      for (let at = 0; at < count; at += 1) {
        const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
        socket.on("error", () => undefined);
        socket.write("POST /api/v2/orders/payment HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n");
        ends.defer(() => {
          socket.destroy();
        });
      }
      await Promise.resolve();
    },
  },
  {
    name: "customers pay twice and give up at once",
    async begin({ gateway, count, ends }) {
      const partner = await makePartner(gateway);
      const paying = await many(count / 10, async () => {
        const order = await partner.order("BANK01", "http://127.0.0.1:9/");
        return [order.pay(), order.pay(), order.view(), order.pay()];
      });
      const settled = Promise.allSettled(paying.flat());
      ends.defer(async () => void (await settled));
    },
  },
  {
    name: "a tester moves the clock",
    concerns: "testers",
    async begin({ gateway, count }) {
      const partner = await makePartner(gateway);
      const moves = ["advance", "freeze", "unfreeze", "reset"];
      for (let at = 0; at < count / 10; at += 1) {
        const move = moves[at % moves.length] ?? "";
        const body = move === "advance" ? { seconds: 1 } : undefined;
        await partner.ask(200, "POST", `/sandbox/clock/${move}`, body);
      }
      await partner.ask(200, "POST", "/sandbox/clock/reset");
    },
  },
  {
    name: "another program locks the database",
    concerns: "everyone",
    async begin({ cluster: { folder, databaseUrl }, ends }) {
      if (databaseUrl === undefined) {
        const database = new DatabaseSync(join(folder, "gateway.sqlite"));
        database.exec("BEGIN IMMEDIATE");
        ends.defer(() => {
          database.close();
        });
      } else {
        const client = new pg.Client(databaseUrl);
        await client.connect();
        await client.query("BEGIN; LOCK TABLE transactions, deliveries, partners");
        ends.defer(() => client.end());
      }
    },
  },
  {
    name: "the database closes every connection, or its disk is full",
    concerns: "everyone",
    async begin({ gateway, cluster: { databaseUrl }, ends }) {
      if (databaseUrl === undefined) {
        limitFiles(gateway, "4096:");
        ends.defer(() => {
          limitFiles(gateway, "unlimited:");
        });
        return;
      }
      const client = new pg.Client(databaseUrl);
      await client.connect();
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
      await client.end();
    },
  },
];

/** Limits the file size of a process in bytes, which has the effect of a full disk. */
function limitFiles({ pid }: GatewayProcess, limit: string): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${limit}`]);
}

/** A valid event. */
const { cases } = await committedSuite("sandbox");
const event = Object(cases.find(({ id }) => id === "sendEvent/send-event")?.request.body) as object;

/** Sends events that must be delivered to many receivers. */
async function sendEvents(
  partner: Partner,
  count: number,
  url: (at: number) => string,
): Promise<void> {
  await many(count, (at) =>
    partner.ask(201, "POST", "/sandbox/events", { ...event, url: url(at) }),
  );
}

/** The number of concurrent requests. */
const AT_ONCE = 16;

/** Repeats `work` with limited concurrency. */
async function many<Result>(
  count: number,
  work: (at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    results.push(...(await Promise.all(group.map(work))));
  }
  return results;
}
