import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { DEMO_PARTNER_CODE } from "../../../server/gateway/domain/partners/partners.ts";
import { issueJwt } from "../../../server/gateway/security/jwt.ts";
import { readSettings } from "../../../server/gateway/settings.ts";
import { startGateway } from "../../../server/gateway/start.ts";
import { createShop } from "./shop.ts";

/** Starts a sandbox gateway, and a shop that is its demo partner. */
const gateway = await startGateway(readSettings({ PORT: "0", LOG_LEVEL: "warn", ...process.env }));
const partner = await gateway.gateway.store.partners.find(DEMO_PARTNER_CODE);
if (!partner) throw new Error("The gateway has no demo partner.");
const { secret } = partner;

let shopUrl = "";
const shop = createShop({
  gatewayUrl: gateway.url,
  token: () => issueJwt(DEMO_PARTNER_CODE, secret, Date.now()),
  secret,
  shopUrl: () => shopUrl,
});
const server = shop.listen(Number(process.env["PORT_SHOP"] ?? 3003), "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
shopUrl = `http://127.0.0.1:${port}`;
console.log(`Shop at ${shopUrl}, gateway at ${gateway.url}`);
