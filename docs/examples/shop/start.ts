import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { startSandbox } from "payment-gateway-sandbox";
import { createShop } from "./shop.ts";

/** Starts a sandbox, and a shop that is its demo partner. */
const { url, token, secret } = await startSandbox({ port: Number(process.env["PORT"] ?? 3000) });

let shopUrl = "";
const shop = createShop({ gatewayUrl: url, token: () => token, secret, shopUrl: () => shopUrl });
const server = shop.listen(Number(process.env["PORT_SHOP"] ?? 3003), "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
shopUrl = `http://127.0.0.1:${port}`;
console.log(`Shop at ${shopUrl}, gateway at ${url}`);
