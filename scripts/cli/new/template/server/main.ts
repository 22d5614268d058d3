import type { AddressInfo } from "node:net";
import { createApp } from "./app.ts";

const server = createApp().listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", (error) => {
  if (error) {
    console.error(`${error.message}. Choose another port: PORT=3001 npm start`);
    process.exit(2);
  }
  const { port } = server.address() as AddressInfo;
  console.log(`http://127.0.0.1:${port}`);
});
process.once("SIGTERM", () => server.close());
