import * as converted from "./kubb-converted/index.ts";
import { fetch as convertedFetch } from "./kubb-converted/.kubb/fetch.ts";
import * as plain from "./kubb/index.ts";
import { fetch as plainFetch } from "./kubb/.kubb/fetch.ts";
import * as validated from "./kubb-validated/index.ts";
import { fetch as validatedFetch } from "./kubb-validated/.kubb/fetch.ts";

export const versions = ["@kubb/plugin-client"];

export const needs = {
  "has dates as Date": "its plugin of Zod",
  "has int64 as bigint": "its plugin of Zod",
  "validates responses": "its plugin of Zod",
  "validates requests": "its plugin of Zod",
  "does not round integers silently": "its plugin of Zod",
  "fills in default values": "its plugin of Zod",
  "has enumerations at run time": '`enumType: "asConst"`',
};

const sdks = {
  "has dates as Date": converted,
  "has int64 as bigint": converted,
  "validates responses": validated,
  "validates requests": validated,
  "does not round integers silently": validated,
  "fills in default values": validated,
};

export function start({ url, token, feature }) {
  const sdk = sdks[feature] ?? plain;
  for (const { setConfig } of [plainFetch, validatedFetch, convertedFetch])
    setConfig({ baseURL: url, headers: { Authorization: `Bearer ${token}` } });
  const resultOf = async (call) => {
    const { status, data } = await call;
    return { status, body: data };
  };
  return {
    read: (id, { signal } = {}) => resultOf(sdk.readNote(id, { signal })),
    write: (note) => resultOf(sdk.writeNote(note, {})),
    events: async () => (await sdk.watchNotes()).data,
  };
}

export const folders = Object.values(plain.folderEnum);

export const types = {
  "has errors typed by status": `
    import { readNote } from "./kubb/index.ts";
    const response = await readNote("1");
    export const text: string = response.status === 404 ? response.data.missing : "";`,
  "has models to import": `
    import type { NewNote } from "./kubb/index.ts";
    export const note: NewNote = { text: "a" };`,
};

export const sizes = {
  plain: `export { readNote } from "./kubb/index.ts";`,
  validated: `export { readNote } from "./kubb-validated/index.ts";`,
};
