import { createClient } from "./hey-api/client/index.ts";
import { Folder } from "./hey-api/types.gen.ts";
import * as plain from "./hey-api/sdk.gen.ts";
import * as converted from "./hey-api-converted/sdk.gen.ts";
import * as validated from "./hey-api-validated/sdk.gen.ts";

export const versions = ["@hey-api/openapi-ts"];

export const needs = {
  "has enumerations at run time": '`enums: "javascript"`',
  "has dates as Date": "`@hey-api/transformers`",
  "has int64 as bigint": "`@hey-api/transformers`",
  "validates responses": "its plugin of Zod",
  "validates requests": "its plugin of Zod",
  "throws an error with status and body": "`throwOnError`",
  "does not round integers silently": "its plugin of Zod",
};

const sdks = {
  "has dates as Date": converted,
  "has int64 as bigint": converted,
  "validates responses": validated,
  "validates requests": validated,
  "does not round integers silently": validated,
};

export function start({ url, token, feature }) {
  const sdk = sdks[feature] ?? plain;
  const client = createClient({ baseUrl: url, auth: () => token });
  const resultOf = async (call) => {
    const { data, error, response } = await call;
    if (!response) throw error;
    // With a validator, an invalid response is returned as an error without a status of its own.
    if (response.ok && error !== undefined) throw error;
    return { status: response.status, body: data ?? error };
  };
  return {
    read: (id, { signal } = {}) => resultOf(sdk.readNote({ client, path: { id }, signal })),
    write: (note) =>
      resultOf(sdk.writeNote({ client, headers: { "idempotency-key": "1" }, body: note })),
    readOrThrow: async (id) =>
      (await sdk.readNote({ client, path: { id }, throwOnError: true })).data,
    events: async () => (await sdk.watchNotes({ client })).stream,
  };
}

export const folders = Object.values(Folder);

export const types = {
  "has errors typed by status": `
    import { readNote } from "./hey-api/sdk.gen.ts";
    const { error, response } = await readNote({ path: { id: "1" } });
    export const text: string = response?.status === 404 && error ? error.missing : "";`,
  "has models to import": `
    import type { NewNote } from "./hey-api/types.gen.ts";
    export const note: NewNote = { text: "a" };`,
};

export const sizes = {
  plain: `export { readNote } from "./hey-api/sdk.gen.ts"; export { client } from "./hey-api/client.gen.ts";`,
  validated: `export { readNote } from "./hey-api-validated/sdk.gen.ts"; export { client } from "./hey-api-validated/client.gen.ts";`,
};
