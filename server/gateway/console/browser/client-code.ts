/** Code that makes the typed client of an operation. */
export function clientOf(operation: string): string {
  const client = gatewayOperations.has(operation) ? GATEWAY : SANDBOX;
  return client.replace("{origin}", () => location.origin);
}

/** The operations of the forms that belong to the gateway's own contract. */
const gatewayOperations: ReadonlySet<string> = new Set([
  "payOrder",
  "createPayment",
  "reverseAuthorization",
]);

const GATEWAY = `import { createClient } from "payment-gateway-client";

const client = createClient({ baseUrl: "{origin}", token });`;

const SANDBOX = `import { createContractClient } from "@contract-toolkit/client";
import { operations, type Operations } from "./generated/sandbox/operations.js";

const client = createContractClient<Operations>(operations, { baseUrl: "{origin}", credential: token });`;
