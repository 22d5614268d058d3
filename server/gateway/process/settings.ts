import { join, resolve } from "node:path";
import { faultsOfBank } from "../bank/open-bank.ts";
import { modes } from "../platform/mode.ts";
import { SettingsError } from "../platform/operator-error.ts";
import { masterKeyOf } from "../platform/security/cipher.ts";
import { similarNames } from "./setting-names.ts";

/** The settings of the gateway. */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

const engines = ["compiled", "express-openapi-validator"] as const;

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/**
 * Reads the settings from environment variables. A line break at the end of a value, as files with secrets have, is ignored.
 *
 * @param serves whether payments are made, so that a bank and a public URL are needed
 * @param warn gets a sentence about each variable of a sandbox that resembles a setting; production refuses it
 * @throws SettingsError that names every faulty variable
 * @example
 * const { port } = readSettings({ PORT: "8080" });
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  { serves = false, warn = () => undefined }: ReadingOptions = {},
) {
  const faults: string[] = [];
  const names = [...namesOfCommands];
  const read = <Value>(name: string, parse: (value: string) => Value, fallback: Value): Value => {
    names.push(name);
    const value = readVariable(environment, name);
    if (value === "") return fallback;
    try {
      if (/^\s|\s$|\p{Cc}/u.test(value))
        throw new Error("begins or ends with a space, or has a line break; remove it.");
      return parse(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      faults.push(`${name} ${reason}`);
      return fallback;
    }
  };

  const settings = {
    /** 0: any free port. */
    port: read("PORT", wholeNumber("a port", 0, 65_535), 3000),
    host: read("HOST", (value) => value, "127.0.0.1"),
    /** The URL at which customers and partners reach the gateway, without a slash at the end; undefined: where it listens. */
    publicUrl: read("PUBLIC_URL", parseUrl, undefined),
    dataDirectory: read("DATA_DIR", (value) => value, ".data"),
    /** A `postgres://` URL; undefined: SQLite in the data folder. */
    databaseUrl: read("DATABASE_URL", parseDatabaseUrl, undefined),
    mode: read("MODE", (value) => oneOf(modes, value), "sandbox"),
    /** The validator of requests and responses. Both give the same results. */
    engine: read("ENGINE", (value) => oneOf(engines, value), "compiled"),
    logLevel: read("LOG_LEVEL", (value) => oneOf(logLevels, value), "info"),
    /** Undefined only in a sandbox, which makes its own key. */
    masterKey: read("MASTER_KEY", parseMasterKey, undefined),
    /** While the master key is being changed, this key decrypts what it has encrypted. It encrypts nothing. */
    previousMasterKey: read("MASTER_KEY_PREVIOUS", parseMasterKey, undefined),
    /** Path or package name of the bank module, which is required in production and refused in a sandbox. */
    bankModule: read("BANK_MODULE", (value) => value, undefined),
    /** Path of the file with further test data of a sandbox, which is refused in production. */
    seedFile: read("SEED_FILE", (value) => value, undefined),
    /** Days for which ended deliveries are kept with their attempts. */
    deliveryRetentionDays: read(
      "DELIVERY_RETENTION_DAYS",
      wholeNumber("a whole number of days", 1, 9999),
      90,
    ),
    /** Seconds between the signal to stop and the end of listening, in which `/readyz` says that the gateway is not ready. */
    drainSeconds: read("DRAIN_SECONDS", wholeNumber("a whole number of seconds", 0, 300), 0),
    /** Token for `/metrics`; undefined: only a sandbox that listens on a loopback address has metrics. */
    metricsToken: read("METRICS_TOKEN", parseMetricsToken, undefined),
  };
  if (settings.mode === "production")
    for (const [needed, what] of requirementsOf(serves))
      if (needed.every((name) => readVariable(environment, name) === ""))
        faults.push(`${needed.join(" or ")} is required in production: ${what}`);
  const holdsDatabaseUrl = (name: string) => isDatabaseUrl(readVariable(environment, name));
  const given = Object.keys(environment).filter((name) => readVariable(environment, name) !== "");
  const similar = similarNames(given, names).map(
    (name) =>
      `${name.given} is no setting. Did you mean ${name.meant}? If it belongs to another program, set ${name.meant}, too.`,
  );
  const misplaced =
    settings.databaseUrl === undefined && similar.length === 0
      ? given.find(holdsDatabaseUrl)
      : undefined;
  const ofDriver = ["PGHOST", "PGDATABASE"].find((name) => given.includes(name));
  if (settings.databaseUrl === undefined && ofDriver !== undefined)
    similar.push(
      `${ofDriver} is set and not read, and DATABASE_URL is unset, so the database would be SQLite. Set DATABASE_URL, or remove ${ofDriver} from this environment.`,
    );
  if (misplaced !== undefined)
    similar.push(
      `${misplaced} holds the URL of a PostgreSQL database, and DATABASE_URL is unset. Set DATABASE_URL, or remove ${misplaced} from this environment.`,
    );
  if (settings.mode === "production") faults.push(...similar);
  else similar.forEach(warn);
  if (
    serves &&
    readVariable(environment, "MODE") === "" &&
    environment["NODE_ENV"] === "production"
  )
    warn(
      "NODE_ENV is production, and MODE is unset, so this is a sandbox. Set MODE to production or sandbox.",
    );
  if (settings.mode === "production" && serves && isInsecure(settings.publicUrl))
    faults.push("PUBLIC_URL must be an https URL that customers reach.");
  if (settings.mode === "production" && settings.seedFile !== undefined)
    faults.push("SEED_FILE is for MODE=sandbox only. Production has no test data; remove it.");
  if (serves) faults.push(...faultsOfBank(settings));
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

/** Options of `readSettings`. */
export interface ReadingOptions {
  readonly serves?: boolean;
  readonly warn?: (sentence: string) => void;
}

/** Path of the SQLite database in the data folder. */
export function databaseFile(dataDirectory: string): string {
  return join(dataDirectory, "gateway.sqlite");
}

/** Names the database in logs and reports, without a password. */
export function storageName({
  databaseUrl,
  dataDirectory,
}: Pick<Settings, "databaseUrl" | "dataDirectory">): string {
  if (databaseUrl === undefined) return resolve(databaseFile(dataDirectory));
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}

/** Variables that commands read themselves. */
const namesOfCommands = ["PORT_RECEIVE", "RECEIVER_SECRET"];

/** What production requires although a sandbox has a default: lists of variables, one of which must be set, and what they mean. */
function requirementsOf(serves: boolean): readonly (readonly [readonly string[], string])[] {
  return [
    [["MASTER_KEY"], "the Base64 of 32 random bytes, for example from `openssl rand -base64 32`."],
    [
      ["DATABASE_URL", "DATA_DIR"],
      "where the database is, a postgres:// URL or the folder of an SQLite file.",
    ],
    ...(serves ? [[["PUBLIC_URL"], "the URL at which customers reach the gateway."] as const] : []),
  ];
}

function readVariable(environment: Parameters<typeof readSettings>[0], name: string): string {
  return (environment[name] ?? "").replace(/\r?\n$/, "");
}

/** Makes a parser of whole numbers in bounds. `what` names the number in messages. */
function wholeNumber(what: string, from: number, to: number): (value: string) => number {
  return (value) => {
    if (!/^\d{1,5}$/.test(value) || Number(value) < from || Number(value) > to)
      throw new Error(`must be ${what} from ${from} to ${to}, not "${value}".`);
    return Number(value);
  };
}

function parseUrl(value: string): string {
  const url = URL.parse(value);
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new Error(`must be an http or https URL, not "${value}".`);
  if (url.search !== "" || url.hash !== "") throw new Error("must have no query and no fragment.");
  if (url.username !== "" || url.password !== "")
    throw new Error("must have no user and no password, because customers see it.");
  return withoutTrailingSlashes(url.href);
}

/** Whether pages with this URL are not encrypted on their way, or are only on this machine. */
function isInsecure(url: string | undefined): boolean {
  if (url === undefined) return false;
  const { protocol, hostname } = new URL(url);
  return protocol !== "https:" || /^(?:localhost|127\.|\[::1\])/.test(hostname);
}

function withoutTrailingSlashes(text: string): string {
  return text.endsWith("/") ? withoutTrailingSlashes(text.slice(0, -1)) : text;
}

function parseMasterKey(value: string): Uint8Array {
  const key = masterKeyOf(value);
  // The value is a secret, so the message does not show it.
  if (key === undefined) throw new Error("must be the Base64 of exactly 32 bytes.");
  if (new Set(key).size === 1)
    throw new Error("must be random, and all its bytes are the same: openssl rand -base64 32.");
  return key;
}

/** In Base64, 22 characters have 128 bits, which cannot be guessed. */
const SHORTEST_TOKEN = 22;

function parseMetricsToken(value: string): string {
  // The characters of RFC 6750, section 2.1. The value is a secret, so the message does not show it.
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(value) || value.length < SHORTEST_TOKEN)
    throw new Error(
      `must have at least ${SHORTEST_TOKEN} letters, digits or -._~+/, for example from \`openssl rand -hex 32\`.`,
    );
  return value;
}

function isDatabaseUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value);
}

function parseDatabaseUrl(value: string): string {
  if (!URL.canParse(value) || !isDatabaseUrl(value))
    // The value holds a password, so the message does not show it.
    throw new Error("must be a postgres:// URL, or unset to use SQLite in DATA_DIR.");
  return value;
}

function oneOf<Value extends string>(allowed: readonly Value[], value: string): Value {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new Error(`must be one of ${allowed.join(", ")}, not "${value}".`);
  return found;
}
