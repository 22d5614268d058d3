import { loadSuite } from "../../index.ts";
import { compiledEngine } from "../../../server/skeleton/index.ts";
import { startLibraryServer } from "../../../server/skeleton/testing/library-service/server.ts";

/** Serves the generated catalogue of the library service as a process, with a handler whose time is quadratic. */
const { contract } = await loadSuite(process.argv[2] ?? "");
const server = await startLibraryServer(contract, compiledEngine(contract));
const { addItem } = server.handlers;
server.handlers["addItem"] = (request, reply) => {
  // As the expression /-+$/ does it: each dash is where a run to the end may begin.
  const text = JSON.stringify(request.body);
  for (let start = 0; start < text.length; start += 1)
    for (let at = start; text[at] === "-"; at += 1);
  return addItem?.(request, reply);
};
console.log(`at ${server.url.href} `);
