import { test } from "vitest";
import { full } from "../../testing/long-test.ts";
import { onPostgres } from "../../testing/open-gateway.ts";
import { faults } from "./faults.ts";
import { playFault, requireUnnoticed } from "./play-fault.ts";

/** One fault of each kind. A full run plays all, one after the other, and compares times. */
const sample = onPostgres
  ? ["the database closes every connection, or its disk is full"]
  : ["a receiver switches protocols", "the bank hangs", "another program locks the database"];
const played = full ? faults : faults.filter(({ name }) => sample.includes(name));
const extent = full ? { count: 400, visits: 9 } : { count: 40, visits: 1 };

(full ? test : test.concurrent).each(played)(
  "$name: other partners are not affected",
  // A full run compares times, which other programs on the machine may disturb once, but not twice.
  { retry: full ? 1 : 0 },
  async (fault) => {
    const noticed = await playFault(fault, extent);
    if (!full) return;
    console.log(`${fault.name}: ${JSON.stringify(noticed)}`);
    requireUnnoticed(noticed);
  },
);
