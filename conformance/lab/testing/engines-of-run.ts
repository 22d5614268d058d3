import { onPostgres } from "../../../server/gateway/testing/open-gateway.ts";
import { engines } from "../../../server/skeleton/testing/engine.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";

/**
 * The engines that everything is played on: both in a full run, on one storage. Otherwise `lab/engine-comparison/engines.test.ts` says
 * in a tenth of the time that they judge messages alike.
 */
export const enginesOfRun = full && !onPostgres ? engines : (["compiled"] as const);
