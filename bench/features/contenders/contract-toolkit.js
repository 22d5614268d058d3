import { createContractClient, retryPolicy, streams } from "@contract-toolkit/client";
import { convertValues } from "@contract-toolkit/client/convert-values";
import { createLists } from "@contract-toolkit/client/lists";
import { logCalls } from "@contract-toolkit/client/log-calls";
import { renewCredential } from "@contract-toolkit/client/renew-credential";
import { retryAfter } from "@contract-toolkit/client/retry-after";
import { unwrapClient } from "@contract-toolkit/client/unwrap";
import { createResponseValidation } from "@contract-toolkit/client/validation";
import { verifyHeaders } from "@contract-toolkit/client/webhooks";
import { validators } from "./contract-toolkit/notes/client-validators.js";
import { conversions } from "./contract-toolkit/notes/conversions.js";
import { operations } from "./contract-toolkit/notes/operations.js";
import { Folder } from "./contract-toolkit/notes/values.js";

export const versions = [];

const converted = "`./convert-values`";
const all = { dates: true, bigints: true };
const validate = { validate: createResponseValidation(validators) };

/** What a feature needs beside the client, and the options that turn it on. */
const options = {
  "repeats after 503": ["`retryPolicy()`", () => ({ retries: retryPolicy() })],
  "honours 429 and Retry-After": [
    "`./retry-after`",
    () => ({ retries: retryPolicy({ waitAfter: retryAfter }) }),
  ],
  "makes a key for idempotency": [
    "a header source",
    () => ({
      retries: retryPolicy(),
      headers: { "idempotency-key": () => crypto.randomUUID() },
    }),
  ],
  "renews the credential after 401, once": [
    "`./renew-credential`",
    () => ({ middleware: [renewCredential(async () => "Bearer new")] }),
  ],
  "logs without secrets": ["`./log-calls`", (log) => ({ middleware: [logCalls(log)] })],
  "validates responses": ["`./validation`", () => validate],
  "has dates as Date": [converted, () => ({})],
  "has int64 as bigint": [converted, () => ({})],
  "does not round integers silently": ["`./validation`", () => validate],
  "reads pages as an iterable": ["`./lists`", () => ({})],
  "reads events as an iterable": ["`streams`", () => ({ streams })],
  "throws an error with status and body": ["`./unwrap`", () => ({})],
};

export const needs = Object.fromEntries(
  Object.entries(options).map(([feature, [what]]) => [feature, what]),
);

export function start({ url, token, feature, log }) {
  const plain = createContractClient(operations, {
    baseUrl: url,
    credentials: { BearerAuth: token },
    ...options[feature]?.[1](log),
  });
  const client = needs[feature] === converted ? convertValues(plain, conversions, all) : plain;
  return {
    read: (id, call) => client.readNote({ path: { id } }, call),
    write: (note) => client.writeNote({ headers: {}, body: note }),
    readOrThrow: (id) => unwrapClient(client).readNote({ path: { id } }),
    notes: () => createLists(client, operations).listNotes(),
    events: async () => (await client.watchNotes()).body,
  };
}

export const folders = Folder;

export async function verify(body, headers, key) {
  const options = { secrets: [key], required: true, toleranceSeconds: 300, now: new Date() };
  return "id" in (await verifyHeaders(new TextEncoder().encode(body), headers, options));
}

export const types = {
  "has errors typed by status": `
    import { createContractClient } from "@contract-toolkit/client";
    import { operations, type Operations } from "./contract-toolkit/notes/operations.js";
    const client = createContractClient<Operations>(operations, { baseUrl: "" });
    const response = await client.readNote({ path: { id: "1" } });
    export const text: string = response.status === 404 ? response.body.missing : "";
    // @ts-expect-error -- this status has no such field
    if (response.status === 401) response.body.missing;`,
  "has models to import": `
    import type { components } from "./contract-toolkit/notes/types.ts";
    export const note: components["schemas"]["NewNote"] = { text: "a" };`,
};

export const sizes = {
  plain: `import { createContractClient } from "@contract-toolkit/client";
    import { operations } from "./contract-toolkit/notes/operations.js";
    export const { readNote } = createContractClient(operations, { baseUrl: "" });`,
  validated: `import { createContractClient } from "@contract-toolkit/client";
    import { createResponseValidation } from "@contract-toolkit/client/validation";
    import { validators } from "./contract-toolkit/notes/client-validators.js";
    import { operations } from "./contract-toolkit/notes/operations.js";
    export const { readNote } = createContractClient(operations, { baseUrl: "", validate: createResponseValidation(validators) });`,
};
