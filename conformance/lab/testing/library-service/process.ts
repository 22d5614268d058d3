import { loadSuite } from "../../../index.ts";
import { testEngine } from "../../../testing/engine.ts";
import { startLendingServer } from "./server.ts";

/**
 * Serves a generated catalogue as a process: `lending-process.ts FOLDER [PLANTED]`, on the engine that ENGINE names.
 * PLANTED is a fault in its handlers, to be found by who measures them.
 */
const [folder = "", planted] = process.argv.slice(2);
const { contract } = await loadSuite(folder);
const server = await startLendingServer(contract, await testEngine(contract, folder));

/** What is valid reaches a handler, which may then take as long as it likes. */
if (planted === "quadratic") {
  const { addItem } = server.handlers;
  server.handlers["addItem"] = (request, reply) => {
    // As the expression /-+$/ does it: each dash is where a run to the end may begin.
    const text = JSON.stringify(request.body);
    for (let start = 0; start < text.length; start += 1)
      for (let at = start; text[at] === "-"; at += 1);
    return addItem?.(request, reply);
  };
}
console.log(`at ${server.url.href} `);
