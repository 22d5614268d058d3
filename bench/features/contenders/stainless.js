import OpenAI from "openai";

// Stainless generates from documents of its customers only. The package `openai` is one of its clients: the same code around other
// operations. A note is a file of that service here.
export const versions = ["openai"];

export const needs = {};

export function start({ url, token, feature, log }) {
  const write = (...parts) => log(parts.map((part) => JSON.stringify(part)).join(" "));
  const logger = { error: write, warn: write, info: write, debug: write };
  const client = new OpenAI({
    baseURL: url,
    apiKey: token,
    ...(feature === "logs without secrets" && { logLevel: "debug", logger }),
  });
  const read = (id, { signal, timeoutMs } = {}) =>
    client.get(`/notes/${id}`, { signal, ...(timeoutMs && { timeout: timeoutMs }) });
  return {
    read: async (id, call) => {
      try {
        return { status: 200, body: await read(id, call) };
      } catch (error) {
        if (error.status === undefined) throw error;
        return { status: error.status, body: error.error };
      }
    },
    write: async (note) => ({ status: 200, body: await client.post("/notes", { body: note }) }),
    readOrThrow: read,
    notes: () => client.files.list(),
    events: () => client.responses.create({ model: "any", input: "any", stream: true }),
  };
}

export async function verify(body, headers, key) {
  const { webhooks } = new OpenAI({ apiKey: "any" });
  try {
    await webhooks.verifySignature(body, headers, `whsec_${btoa(key)}`);
    return true;
  } catch {
    return false;
  }
}

export const types = {
  "has models to import": `
    import type { Model } from "openai/resources/models";
    export const id = (model: Model): string => model.id;`,
};

export const sizes = { plain: `export { default } from "openai";` };
