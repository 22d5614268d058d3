/** Only `conformance/testing` may import the server's helpers. */
export { listen, type Listening } from "../../server/skeleton/testing/listen.ts";
