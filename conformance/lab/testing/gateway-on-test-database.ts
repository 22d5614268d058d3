import { takeTestDatabase } from "../../../server/gateway/testing/open-gateway.ts";
import { startDisposableGateway, type DisposableGateway } from "./disposable-gateway.ts";

export type { DisposableGateway } from "./disposable-gateway.ts";

/** Starts a gateway on a free port, with a data folder and a database that nothing else uses. */
export async function startTestGateway(
  environment: Readonly<Record<string, string>> = {},
): Promise<DisposableGateway> {
  const { url: databaseUrl, release } = await takeTestDatabase();
  const gateway = await startDisposableGateway({
    DATABASE_URL: databaseUrl,
    ...environment,
  });
  return {
    ...gateway,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await release();
    },
  };
}
