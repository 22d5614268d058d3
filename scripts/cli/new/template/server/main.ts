import type { AddressInfo } from "node:net";
import { createServer } from "./notes.ts";

const server = createServer().listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`http://127.0.0.1:${port}/notes/shopping`);
});
process.once("SIGTERM", () => server.close());
