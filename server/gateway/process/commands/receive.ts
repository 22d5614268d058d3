import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { printableJson } from "@contract-toolkit/contract";
import { secretsAt } from "../../domain/partners/partner.ts";
import { DEMO_PARTNER_CODE } from "../../domain/partners/partners.ts";
import { RECEIVER_PORT, THANKS_PATH } from "./example-command.ts";
import { printPlainLines, readStoredPartner, runCommand } from "./command.ts";
import { textAt } from "../../platform/text-at.ts";
import { verify } from "../../callbacks/verify-callback.ts";

const help = `Receives, verifies and acknowledges callbacks of a local gateway. Prints each event once.

  --port N        port to listen on at 127.0.0.1; default PORT_RECEIVE or ${RECEIVER_PORT}
  --partner CODE  partner whose callbacks to receive; default ${DEMO_PARTNER_CODE}. Its secret is read from the
                  gateway's database: DATABASE_URL, or else the one in DATA_DIR (default .data)
  --help          print this help

With RECEIVER_SECRET, callbacks are verified with this secret instead, for a sender without a local database.`;

await runCommand(help, async () => {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: process.env["PORT_RECEIVE"] ?? String(RECEIVER_PORT) },
      partner: { type: "string", default: DEMO_PARTNER_CODE },
    },
  });
  const { RECEIVER_SECRET: given = "" } = process.env;
  // Read for each callback, because a secret can be rotated meanwhile.
  const readSecrets = async () =>
    given === "" ? secretsAt(await readStoredPartner(values.partner), Date.now()) : [given];
  await readSecrets();
  const server = createServer((request, response) => {
    if (request.method === "GET" && request.url === THANKS_PATH) {
      response.setHeader("Content-Type", "text/plain").end("The shop thanks for the payment.\n");
      return;
    }
    void printCallback(request, readSecrets).then(
      ({ status, isNew }) => {
        if (isNew !== undefined) response.setHeader("webhook-acted", String(isNew));
        response.writeHead(status).end();
      },
      (error: unknown) => {
        printPlainLines([`Not handled: ${String(error)}`]);
        response.writeHead(500).end();
      },
    );
  });
  server.listen(Number(values.port), "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  console.log(
    `Callbacks of ${given === "" ? values.partner : "any sender with RECEIVER_SECRET"} are received at http://127.0.0.1:${String(port)}/`,
  );
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
});

/** Prints a callback once. Returns the status, and whether the callback was new. */
async function printCallback(
  request: IncomingMessage,
  readSecrets: () => Promise<readonly string[]>,
): Promise<{ readonly status: number; readonly isNew?: boolean }> {
  if (request.method !== "POST") {
    request.resume();
    return { status: 405 };
  }
  const body = await text(request);
  const check = verify({ body, headers: request.headers }, await readSecrets(), Date.now() / 1000);
  const time = new Date().toISOString();
  if (!check.ok) {
    printPlainLines([`${time} refused: ${check.reason}`]);
    return { status: 400 };
  }
  const { id, kind, content } = check;
  const isNew = remember(id);
  const status = textAt(content, "transaction", "status") ?? textAt(content, "status") ?? "";
  printPlainLines([`${time} ${kind} ${isNew ? status : "repeated"} (event ${id}, genuine)`]);
  if (isNew) console.log(printableJson(content, 2));
  return { status: 204, isNew };
}

/** Whether an event is new. It may arrive several times (choice "delivery"). */
function remember(id: string): boolean {
  if (received.has(id)) return false;
  received.add(id);
  const [oldest] = received;
  if (received.size > MOST_IDS && oldest !== undefined) received.delete(oldest);
  return true;
}

const received = new Set<string>();

/** About a megabyte. */
const MOST_IDS = 10_000;
