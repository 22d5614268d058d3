import { createServer } from "./notes.ts";

const port = Number(process.env["PORT"] ?? 3000);
const server = createServer().listen(port, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${port}/notes/shopping`);
});
process.once("SIGTERM", () => server.close());
