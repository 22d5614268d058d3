import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The published package has the script as a file. */
const packed = new URL("scalar.js", import.meta.url);

/**
 * The script of Scalar, which shows references in a browser. Here it comes from Scalar's plugin for Fastify, the smallest package
 * that has it: the package of the script itself brings 280 others.
 */
export function scalarScript(): string {
  if (existsSync(packed)) return readFileSync(packed, "utf8");
  const require = createRequire(import.meta.url);
  const { default: register } = require("@scalar/fastify-api-reference") as { default: Plugin };
  let script = "";
  const reply: Reply = {
    header: () => reply,
    send(text) {
      script = text;
    },
  };
  const route = ({ url, handler }: Route) => {
    if (url.endsWith("/js/scalar.js")) handler({}, reply);
  };
  register({ route }, { configuration: { url: "unused" } }, () => undefined);
  return script;
}

/** What the plugin uses of Fastify to serve the script. */
type Plugin = (
  fastify: { readonly route: (route: Route) => void },
  options: { readonly configuration: { readonly url: string } },
  done: () => void,
) => void;

interface Route {
  readonly url: string;
  readonly handler: (request: object, reply: Reply) => unknown;
}

interface Reply {
  readonly header: () => Reply;
  readonly send: (text: string) => void;
}
