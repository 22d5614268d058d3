import { onPostgres } from "../../../server/gateway/testing/open-gateway.ts";
import { engines } from "../../../server/skeleton/testing/engine.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";

/**
 * The engines that the gateway's cases are played on. A full run on SQLite plays them on both. In other runs
 * `lab/engine-comparison/engines.test.ts` compares the engines, in a tenth of the time.
 */
export const enginesOfRun = full && !onPostgres ? engines : (["compiled"] as const);
