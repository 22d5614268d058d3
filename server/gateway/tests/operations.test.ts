import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { callGateway } from "../testing/call-gateway.ts";
import { startGatewayProcess } from "../testing/gateway-process.ts";
import {
  type InstalledPostgres,
  installedPostgres,
  useInstalledPostgres,
} from "../testing/installed-postgres.ts";
import { temporaryFolder } from "../testing/open-gateway.ts";
import { hostedBody } from "../testing/order-bodies.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/operations.md"), "utf8");

describe.runIf(installedPostgres !== undefined)("the procedures of docs/operations.md", () => {
  test("a dump that is made under load is restored", async () => {
    const postgres = await useInstalledPostgres();
    const { url, place } = await openGateway(postgres);
    await place(20);
    const load = place(100);
    const [commands = ""] = blocksOf("Logical", postgres);
    const said = await postgres.run(commands, { ...client(url), DATABASE_URL: url.href });
    await load;
    expect(said).toContain(" 0 findings in ");
    expect(await ordersIn(postgres, url, "restored")).toBeGreaterThanOrEqual(20);
  });

  test("a database goes back to a time before a mistake", async () => {
    const postgres = await useInstalledPostgres();
    const { folder, run } = postgres;
    const [archiving = "", backup = "", recovery = ""] = blocksOf("To a point in time", postgres);
    const { url, place } = await openGateway(postgres, archiving);
    const first = await place(10);
    await run(backup, client(url));
    const placed = first + (await place(20));
    const before = await query(postgres, url, "SELECT clock_timestamp()");
    await wait(100);
    await query(postgres, url, "TRUNCATE transactions CASCADE");
    expect(await ordersIn(postgres, url)).toBe(0);
    await query(postgres, url, "SELECT pg_switch_wal()");

    await run(
      `cp -a ${folder}/backup/base ${folder}/recovered; touch ${folder}/recovered/recovery.signal`,
    );
    const target = recovery.replace(/(?<=recovery_target_time = ).*/, `'${before}'`);
    const recovered = await postgres.start(join(folder, "recovered"), target);
    await expect.poll(() => ordersIn(postgres, recovered)).toBe(placed);
    await expect.poll(() => query(postgres, recovered, "SELECT pg_is_in_recovery()")).toBe("f");
  });

  test("a synchronous standby has every acknowledged order when the primary is gone", async () => {
    const postgres = await useInstalledPostgres();
    const { folder, run } = postgres;
    const [copy = "", synchronous = "", promotion = ""] = blocksOf(
      "A standby, and its promotion",
      postgres,
    );
    const { url, place, stop } = await openGateway(postgres);
    await run(copy, client(url));
    const standby = await postgres.start(join(folder, "standby"));
    await query(postgres, url, `ALTER SYSTEM SET ${synchronous.trim()}`);
    await query(postgres, url, "SELECT pg_reload_conf()");
    const states = "SELECT sync_state FROM pg_stat_replication";
    await expect.poll(() => query(postgres, url, states)).toBe("sync");
    const first = await place(20);
    const placing = place(200);
    await wait(300);
    await stop();
    const acknowledged = first + (await placing);
    await run(promotion);
    expect(first).toBe(20);
    expect(await ordersIn(postgres, standby)).toBeGreaterThanOrEqual(acknowledged);
    expect(await query(postgres, standby, "SELECT pg_is_in_recovery()")).toBe("f");
  });
});

/** The code blocks of a section, with the folders of a test in place of those of an operator. */
function blocksOf(heading: string, { folder }: InstalledPostgres): readonly string[] {
  const [, section = ""] = page.split(new RegExp(`^#+ ${heading}\n`, "m"));
  const [own = ""] = section.split(/^#/m);
  return [...own.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, text = ""]) =>
    text
      .replaceAll(/(?<!\w)\/(?=(?:archive|backup|standby)\b)/g, `${folder}/`)
      .replaceAll("gateway.dump", `${folder}/gateway.dump`),
  );
}

/** A database cluster with a gateway, and an archive that is still empty. */
async function openGateway(postgres: InstalledPostgres, settings?: string) {
  const { folder, run } = postgres;
  await run(
    `mkdir ${folder}/archive; initdb --no-sync --auth=trust --username=postgres --encoding=UTF8 ${folder}/primary`,
  );
  const url = await postgres.start(join(folder, "primary"), settings);
  const gateway = await startGatewayProcess({
    MODE: "sandbox",
    PORT: "0",
    LOG_LEVEL: "silent",
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: url.href,
  });
  onTestFinished(() => void gateway.end("SIGKILL"));
  let placed = 0;
  const call = callGateway(gateway.url, gateway.token);
  const order = async () => {
    const body = hostedBody(`o-${(placed += 1)}`);
    return (await call("POST", "/api/v2/orders/payment", body)).status === 200;
  };
  return {
    url,
    /** Places orders, four at a time. Returns how many were acknowledged. */
    place: async (count: number): Promise<number> => {
      let acknowledged = 0;
      const lane = async () => {
        for (let at = 0; at < count / 4; at += 1)
          if (await order().catch(() => false)) acknowledged += 1;
      };
      await Promise.all([lane(), lane(), lane(), lane()]);
      return acknowledged;
    },
    /** Ends the server at once, and then the gateway. */
    stop: async () => {
      await run(`kill -QUIT "$(head -1 ${folder}/primary/postmaster.pid)"`);
      await gateway.end("SIGKILL");
    },
  };
}

function client({ port }: URL): Readonly<Record<string, string>> {
  return { MODE: "sandbox", PGPORT: port };
}

async function query(
  { run }: InstalledPostgres,
  url: URL,
  text: string,
  database = "postgres",
): Promise<string> {
  const options = `--tuples-only --no-align --dbname=${database}`;
  return (await run(`psql ${options} --command="${text}"`, client(url))).trim();
}

async function ordersIn(postgres: InstalledPostgres, url: URL, database?: string): Promise<number> {
  return Number(await query(postgres, url, "SELECT count(*) FROM transactions", database));
}
