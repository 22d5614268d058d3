import { expect, it } from "vitest";
import { weigh } from "./testing/weigh.ts";

// The description of the operations is a fifth of it; validators are in the entries that need them.
it.each([
  ["{ createClient, TransportError }", "index.ts", 4_400],
  ["{ createContractClient }", "runtime/index.ts", 3_200],
  ["*", "pagination.ts", 500],
  ["*", "webhooks.ts", 11_000],
  ["*", "validate.ts", 12_500],
])("%s of %s weighs what its README says", async (names, entry, most) => {
  expect(await weigh(`export ${names} from "./${entry}";`)).toBeLessThan(most);
});
