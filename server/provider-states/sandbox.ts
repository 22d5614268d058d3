/** The sandbox's samples use the same states as the gateway's. */
export { provider } from "./gateway.ts";
