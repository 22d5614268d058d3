import * as converted from "./orval-converted/client.ts";
import * as plain from "./orval/client.ts";
import * as thrown from "./orval-thrown/client.ts";
import * as validated from "./orval-validated/client.ts";

export const versions = ["orval"];

export const needs = {
  "has dates as Date": "Zod and `useDates`",
  "validates responses": "Zod",
  "does not round integers silently": "Zod",
  "throws an error with status and body": "`forceSuccessResponse`",
  "fills in default values": "Zod",
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
  globalThis.notesUrl = url;
  const headers = { Authorization: `Bearer ${token}` };
  const resultOf = async (call) => {
    const { status, data } = await call;
    return { status, body: data };
  };
  return {
    read: (id, { signal } = {}) => resultOf(sdk.readNote(id, { headers, signal })),
    write: (note) => resultOf(sdk.writeNote(note, { headers })),
    readOrThrow: (id) => thrown.readNote(id),
    events: async () => (await sdk.watchNotes()).data,
  };
}

export const folders = Object.values(plain.Folder);

export const types = {
  "has errors typed by status": `
    import { readNote } from "./orval/client.ts";
    declare global { var notesUrl: string; }
    const response = await readNote("1");
    export const text: string = response.status === 404 ? response.data.missing : "";
    // @ts-expect-error -- this status has no such field
    if (response.status === 401) response.data.missing;`,
  "has models to import": `
    import type { NewNote } from "./orval/client.ts";
    declare global { var notesUrl: string; }
    export const note: NewNote = { text: "a" };`,
};

export const sizes = {
  plain: `export { readNote } from "./orval/client.ts";`,
  validated: `export { readNote } from "./orval-validated/client.ts";`,
};
