import { expect, it } from "vitest";
import { weigh } from "./testing/weigh.ts";

it.each([
  ["{ createClient, TransportError }", "index.ts", 4_700],
  ["{ createContractClient }", "runtime/index.ts", 3_250],
  ["*", "lists.ts", 1_900],
  ["*", "webhooks.ts", 11_000],
  ["*", "validate.ts", 12_500],
])("%s of %s is as small as its README says", async (names, entry, most) => {
  expect(await weigh(`export ${names} from "./${entry}";`)).toBeLessThan(most);
});
