import type { AddressInfo } from "node:net";
import { contenders, type ContenderName } from "./index.ts";

/** Process of one contender: `process.ts <contender> <folder> <busy microseconds>`. It prints its port when it listens. */
const [name = "", folder = "", busyUs = "0"] = process.argv.slice(2);
if (!(name in contenders)) throw new Error(`There is no contender ${name}.`);
const create = await contenders[name as ContenderName]();
const server = await create(folder);
// The load keeps its connections open between two samples.
server.keepAliveTimeout = 0;
if (Number(busyUs) > 0)
  server.prependListener("request", () => {
    const until = performance.now() + Number(busyUs) / 1_000;
    while (performance.now() < until);
  });
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.on("message", (message) => {
  if (message === "memory") process.send?.(process.memoryUsage.rss());
});
