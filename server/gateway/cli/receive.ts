import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import { RECEIVER_PORT, THANKS_PATH } from "./example-command.ts";
import { openGateway } from "../open.ts";
import { readSettings } from "../settings.ts";
import { textAt } from "../http/text-at.ts";
import { verify } from "../webhooks/verify.ts";

const help = `Receives the callbacks of a local gateway: verifies, acknowledges and prints each.

  --port N        where to listen on 127.0.0.1; default PORT_RECEIVE or ${RECEIVER_PORT}
  --partner CODE  whose callbacks; default ${DEMO_PARTNER_CODE}. Its secret is read from the gateway's
                  database: DATABASE_URL, or else the one in DATA_DIR (default .data)
  --help          prints this

RECEIVER_SECRET is the secret to verify with instead, for a sender that is no gateway of this machine.`;

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: process.env["PORT_RECEIVE"] ?? String(RECEIVER_PORT) },
      partner: { type: "string", default: DEMO_PARTNER_CODE },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const given = process.env["RECEIVER_SECRET"];
  const secret = given ?? (await secretOf(values.partner));
  const server = createServer((request, response) => {
    if (request.method === "GET" && request.url === THANKS_PATH) {
      response.setHeader("Content-Type", "text/plain").end("The shop thanks for the payment.\n");
      return;
    }
    void receive(request, secret).then((status) => {
      response.writeHead(status).end();
    });
  });
  server.listen(Number(values.port), "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  console.log(
    `Callbacks of ${given === undefined ? values.partner : "whoever has RECEIVER_SECRET"} are received at http://127.0.0.1:${String(port)}/`,
  );
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
}

/** Answers the status to acknowledge with. */
async function receive(request: IncomingMessage, secret: string): Promise<number> {
  if (request.method !== "POST") {
    request.resume();
    return 405;
  }
  const body = await text(request);
  const check = verify({ body, headers: request.headers }, secret, Date.now() / 1000);
  const time = new Date().toISOString();
  if (!check.ok) {
    console.log(`${time} refused: ${check.reason}`);
    return 400;
  }
  const { id, kind, content } = check;
  const status = textAt(content, "transaction", "status") ?? textAt(content, "status");
  console.log(
    `${time} ${kind} ${status ?? ""} (event ${id}, genuine)\n${JSON.stringify(content, null, 2)}`,
  );
  return 204;
}

async function secretOf(partnerCode: string): Promise<string> {
  const { gateway, close } = await openGateway(readSettings(process.env));
  try {
    const found = await gateway.store.partners.find(partnerCode);
    if (found === undefined) throw new Error(`There is no partner ${partnerCode}.`);
    return found.secret;
  } finally {
    await close();
  }
}
