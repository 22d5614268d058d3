import { loadSuite } from "../../../index.ts";
import { testEngine, type EngineName } from "../../../../server/skeleton/testing/engine.ts";
import { startLibraryServer } from "../../../../server/skeleton/testing/library-service/server.ts";

/**
 * Serves the generated catalogue of the library service as a process: `process.ts FOLDER ENGINE [PLANTED]`.
 * PLANTED is a fault in its handlers, to be found by who measures them.
 */
const [folder = "", engine, planted] = process.argv.slice(2);
const { contract } = await loadSuite(folder);
const server = await startLibraryServer(
  contract,
  await testEngine(contract, folder, engine as EngineName),
);

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
