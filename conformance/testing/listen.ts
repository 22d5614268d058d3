/** Of the server's helpers only `conformance/testing` may import any. */
export { listen, type Listening } from "../../server/skeleton/testing/listen.ts";
