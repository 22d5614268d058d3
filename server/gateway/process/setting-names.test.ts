import { expect, test } from "vitest";
import { similarNames } from "./setting-names.ts";

const settings = [
  ...["PORT", "HOST", "PUBLIC_URL", "DATA_DIR", "DATABASE_URL", "MODE", "ENGINE", "LOG_LEVEL"],
  ...[
    "MASTER_KEY",
    "MASTER_KEY_PREVIOUS",
    "BANK_MODULE",
    "DELIVERY_RETENTION_DAYS",
    "DRAIN_SECONDS",
  ],
  ...["METRICS_TOKEN", "PORT_RECEIVE", "RECEIVER_SECRET"],
];

test.each([
  ["DATABASE_URI", "DATABASE_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE-URL", "DATABASE_URL"],
  ["DB_URL", "DATABASE_URL"],
  ["DBURL", "DATABASE_URL"],
  ["DATABASE_DSN", "DATABASE_URL"],
  ["DRAIN_SECS", "DRAIN_SECONDS"],
  ["POSTGRES_URI", "DATABASE_URL"],
  ["DATADIR", "DATA_DIR"],
  ["DATA_DIRECTORY", "DATA_DIR"],
  ["PUBLICURL", "PUBLIC_URL"],
  ["PUBLIC_URI", "PUBLIC_URL"],
  ["mode", "MODE"],
  ["MASTERKEY", "MASTER_KEY"],
  ["OLD_MASTER_KEY", "MASTER_KEY_PREVIOUS"],
  ["MASTER_KEY_PREV", "MASTER_KEY_PREVIOUS"],
  ["BANKMODUL", "BANK_MODULE"],
  ["METRIC_TOKEN", "METRICS_TOKEN"],
  ["LOGLEVEL", "LOG_LEVEL"],
  ["DELIVERY_RETENTION_DAY", "DELIVERY_RETENTION_DAYS"],
])("%s resembles %s", (given, meant) => {
  expect(similarNames([given], settings)).toEqual([{ given, meant }]);
  expect(similarNames([given, meant], settings)).toEqual([]);
});

test("names of other programs do not resemble settings", () => {
  const foreign = [
    ...["NODE_ENV", "HOME", "HOSTNAME", "PORTAL", "PORTS", "NODE", "PATH", "PWD", "USER", "MODEL"],
    ...["PGHOST", "PGPORT", "PGDATABASE", "PGUSER", "PGDATA", "POSTGRES_DB", "POSTGRES_PASSWORD"],
    ...["DATABASE_NAME", "DATABASE_HOST", "DATABASE_PORT", "DATABASE_USER", "DB_HOST", "DB_NAME"],
    ...["LOG_FORMAT", "LOG_FILE", "LOG_DIR", "LC_ALL", "XDG_DATA_DIRS", "XDG_DATA_HOME"],
    ...["PUBLIC_IP", "PUBLIC_KEY", "SECRET_KEY", "MASTER_PORT", "METRICS_PORT", "BANK_PORT"],
    // Kubernetes adds these for each service.
    ...["GATEWAY_PORT", "GATEWAY_SERVICE_HOST", "DATABASE_PORT_5432_TCP", "DATABASE_SERVICE_PORT"],
    ...["npm_config_loglevel", "npm_package_engines_node", "npm_config_user_agent", "INIT_CWD"],
    ...["CI", "TERM", "SHLVL", "TMPDIR", "NODE_OPTIONS", "DATABASE_URL_REPLICA", "REDIS_URL"],
  ];
  expect(similarNames(foreign, settings)).toEqual([]);
});
