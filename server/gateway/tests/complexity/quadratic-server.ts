import { loadSuite } from "../../../../conformance/index.ts";
import { startLibraryServer } from "../../../skeleton/testing/library-service/server.ts";

/** A process that serves the catalogue of the library service with a handler of quadratic time. */
const { contract } = await loadSuite(process.argv[2] ?? "");
const server = await startLibraryServer(contract);
const { addItem } = server.handlers;
server.handlers["addItem"] = (request, reply) => {
  // The work of the regular expression /-+$/, which tries a match from each dash.
  const text = JSON.stringify(request.body);
  for (let start = 0; start < text.length; start += 1)
    for (let at = start; text[at] === "-"; at += 1);
  return addItem?.(request, reply);
};
console.log(`at ${server.url.href} `);
