import { resolve } from "node:path";
import { startMeasured, type MeasuredProcess } from "../../skeleton/testing/measured-process.ts";

/** A gateway in its own process. */
export interface GatewayProcess extends MeasuredProcess {
  readonly url: string;
  /** A JWT of the demo partner. */
  readonly token: string;
  readonly pid: number | undefined;
}

const ownMain = resolve(import.meta.dirname, "../main.ts");

/**
 * Starts a sandbox and waits until it has printed its address and a JWT.
 *
 * @param main of the gateway, perhaps in another checkout
 */
export async function startGatewayProcess(
  environment: Readonly<Record<string, string | undefined>>,
  main = ownMain,
): Promise<GatewayProcess> {
  const running = startMeasured(main, [], { ...process.env, ...environment });
  const [, url = ""] = await running.printed(/^Payment gateway .*? at (\S+)/m);
  const [, token = ""] = await running.printed(/'X-SERVICE-AUTH: Bearer ([^' ]*)'/);
  return { ...running, url, token, pid: running.child.pid };
}
