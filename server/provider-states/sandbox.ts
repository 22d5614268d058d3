/** The sandbox's samples need what the gateway's need. */
export { provider } from "./gateway.ts";
