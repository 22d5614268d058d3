import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { isDeepStrictEqual } from "node:util";
import type { Contender, Started } from "./contender.ts";
import { type Received, send, startService } from "./service.ts";

/** Tries one feature. A rejection means that the client does not have it. */
type Trial = (contender: Contender, feature: string) => Promise<boolean>;

const token = "secret-token";
const note = { id: "1", bytes: 5, writtenAt: "2026-11-27T10:00:00Z", folder: "inbox" };
const missing = { missing: "1" };

/** The features that a program tries, by the name of their row. */
export const trials: Readonly<Record<string, Trial>> = {
  "throws an error with status and body": trial(
    (response) => {
      send(response, 404, missing);
    },
    async ({ readOrThrow }) => {
      const error = await rejectionOf(readOrThrow?.("1"));
      const { response, status = response?.status, info, error: parsed } = error ?? {};
      return status === 404 && isDeepStrictEqual(response?.body ?? info ?? parsed, missing);
    },
  ),
  "repeats after 503": trial(
    (response, count) => {
      send(response, count === 1 ? 503 : 200, count === 1 ? { reason: "" } : note);
    },
    async ({ read }) => (await read("1")).status === 200,
  ),
  "honours 429 and Retry-After": trial(
    (response, count) => {
      const [status, body] = count === 1 ? [429, { reason: "" }] : [200, note];
      send(response, status, body, { "retry-after": "2" });
    },
    async ({ read }) => {
      const start = performance.now();
      return (await read("1")).status === 200 && performance.now() - start > 1_900;
    },
  ),
  "makes a key for idempotency": trial(
    (response, count) => {
      send(response, count === 1 ? 503 : 200, count === 1 ? { reason: "" } : note);
    },
    async ({ write }, received) => {
      await write({ text: "a" });
      await write({ text: "b" });
      const keys = received.map(({ headers }) => headers["idempotency-key"]);
      const [first, repeated, second] = keys;
      return keys.length === 3 && !!first && first === repeated && !!second && first !== second;
    },
  ),
  "renews the credential after 401, once": trial(
    (response, _, { headers }) => {
      const isNew = headers.authorization === "Bearer new";
      send(response, isNew ? 200 : 401, isNew ? note : { why: "old" });
    },
    async ({ read }, received) => {
      const statuses = (await Promise.all([read("1"), read("2")])).map(({ status }) => status);
      return statuses.every((status) => status === 200) && received.length === 4;
    },
  ),
  "logs without secrets": async (contender, feature) => {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    using service = await startService((response) => {
      send(response, 200, note);
    });
    await contender.start({ url: service.url, token, feature, log }).read("1");
    return lines.length > 0 && !lines.join().includes(token);
  },
  "reads pages as an iterable": trial(
    (response, _, { url }) => {
      const notes = url.includes("after=2") ? [{ ...note, id: "3" }] : [note, { ...note, id: "2" }];
      const isLast = notes.length === 1;
      // The second half is how the client of another service expects a page.
      const page = { notes, ...(!isLast && { next: "2" }), data: notes, has_more: !isLast };
      send(response, 200, page);
    },
    async ({ notes }) => {
      const ids: unknown[] = [];
      for await (const { id } of notes?.() ?? []) ids.push(id);
      return isDeepStrictEqual(ids, ["1", "2", "3"]);
    },
  ),
  "reads events as an iterable": trial(
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`event: written\ndata: ${JSON.stringify(note)}\n\n`);
    },
    async ({ events }) => {
      const stream = await events?.();
      for await (const event of stream ?? []) return isDeepStrictEqual(event.data ?? event, note);
      return false;
    },
  ),
  "limits the time of a call": trial(
    () => undefined,
    async ({ read }) =>
      (await Promise.race([rejectionOf(read("1", { timeoutMs: 100 })), wait(8_000)])) !== undefined,
  ),
  "ends a call with a signal": trial(
    () => undefined,
    async ({ read }) =>
      (await Promise.race([
        rejectionOf(read("1", { signal: AbortSignal.timeout(100) })),
        wait(3_000),
      ])) !== undefined,
  ),
  "has enumerations at run time": ({ folders }) =>
    Promise.resolve(isDeepStrictEqual(folders, ["inbox", "archive"])),
  "has dates as Date": trial(
    (response) => {
      send(response, 200, note);
    },
    async ({ read, write }, received) => {
      const { writtenAt } = (await read("1")).body;
      await write({ text: "a", showAt: new Date(note.writtenAt) });
      const { showAt } = JSON.parse(received.at(-1)?.body ?? "") as { showAt: string };
      return writtenAt instanceof Date && Date.parse(showAt) === Date.parse(note.writtenAt);
    },
  ),
  "has int64 as bigint": trial(
    (response) => {
      send(response, 200, note);
    },
    async ({ read }) => (await read("1")).body.bytes === 5n,
  ),
  "does not round integers silently": trial(
    (response) => {
      send(response, 200, JSON.stringify(note).replace("5", "9007199254740993"));
    },
    async ({ read }) => {
      const result = await read("1").catch(() => undefined);
      return result === undefined || result.body.bytes === 9007199254740993n;
    },
  ),
  "validates requests": trial(
    (response) => {
      send(response, 200, note);
    },
    async ({ write }, received) =>
      (await rejectionOf(write({ text: "longer than ten" }))) !== undefined &&
      received.length === 0,
  ),
  "validates responses": trial(
    (response) => {
      send(response, 200, { ...note, bytes: "five" });
    },
    async ({ read }) => (await rejectionOf(read("1"))) !== undefined,
  ),
  "fills in default values": trial(
    (response) => {
      send(response, 200, { ...note, folder: undefined });
    },
    async ({ read }) => (await read("1")).body.folder === "inbox",
  ),
  "refuses an undocumented success": trial(
    (response) => {
      send(response, 202, {});
    },
    async ({ read }) => (await rejectionOf(read("1"))) !== undefined,
  ),
  "limits the size of a response": trial(
    (response) => {
      send(response, 200, { ...note, id: "1".repeat(20_000_000) });
    },
    async ({ read }) => (await rejectionOf(read("1"))) !== undefined,
  ),
  "sends no body to the target of a redirect": async (contender, feature) => {
    using other = await startService((response) => {
      send(response, 200, note);
    });
    using service = await startService((response) => {
      response.writeHead(307, { location: other.url }).end();
    });
    const { write } = contender.start({ url: service.url, token, feature, log: () => 0 });
    await write({ text: "a" }).catch(() => undefined);
    return service.received.length > 0 && other.received.length === 0;
  },
  "verifies webhooks": async ({ verify }) => {
    const key = "0123456789abcdef0123456789abcdef";
    const body = '{"type":"written"}';
    const time = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac("sha256", key).update(`id.${time}.${body}`).digest("base64");
    const headers = {
      "webhook-id": "id",
      "webhook-timestamp": time,
      "webhook-signature": `v1,${signature}`,
    };
    return (
      verify !== undefined &&
      (await verify(body, headers, key)) &&
      !(await verify(`${body} `, headers, key))
    );
  },
};

/** Starts a service, and calls it with the client. */
function trial(
  respond: (response: ServerResponse, count: number, request: Received) => void,
  isSo: (client: Started, received: readonly Received[]) => Promise<boolean>,
): Trial {
  return async (contender, feature) => {
    using service = await startService(respond);
    const client = contender.start({ url: service.url, token, feature, log: () => 0 });
    return await isSo(client, service.received);
  };
}

interface Thrown {
  readonly status?: number;
  readonly response?: { readonly status: number; readonly body: unknown };
  readonly info?: unknown;
  readonly error?: unknown;
}

async function rejectionOf(call: Promise<unknown> | undefined): Promise<Thrown | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return Object(error) as Thrown;
  }
}

function wait(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, undefined).unref();
  });
}
