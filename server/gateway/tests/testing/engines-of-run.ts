import { onPostgres } from "../../testing/open-gateway.ts";
import { engines } from "../../../skeleton/testing/engine.ts";
import { full } from "../../testing/long-test.ts";

/**
 * The engines that the gateway's cases are played on. A full run on SQLite plays them on both. In other runs
 * `server/openapi-validator-engine/comparison/engines.test.ts` compares the engines, in a tenth of the time.
 */
export const enginesOfRun = full && !onPostgres ? engines : (["compiled"] as const);
