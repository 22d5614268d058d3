import { loadContracts } from "@contract-toolkit/mock/load";
import { readMockOptions } from "@contract-toolkit/mock/options";
import { requestsPath, startMock } from "@contract-toolkit/mock/server";
import { loadProvider } from "@contract-toolkit/conformance/internal";
import { onPort } from "@contract-toolkit/mock/open-server";
import { openContracts, printLeftOut } from "../opened-contracts.ts";
import { untilStopped } from "../options.ts";
import { printLines } from "../terminal/print.ts";

export const help = `contract mock CONTRACT... [options]

Serves contracts without a server. CONTRACT is a generated contract, for example generated/catalogue, a folder with several of
them, an OpenAPI document (a file or a URL) or a TypeSpec file. Requests are validated as on a server. The response is the sample
that fits the request best, or is derived from the schema if there is no sample. The header X-Mock-Sample names the sample. No
state is kept.

  --port NUMBER    (default: PORT, or 4010)
  --host ADDRESS   (default: HOST, or 127.0.0.1: this machine only)
  --delay MS       wait before each request is served; give a range, such as 100-500, for random delays
  --fail SHARE     answer this share of requests, such as 5%, with a documented 5xx, or with 503
  --seed TEXT      seed of the random values: the same seed fails the same requests (default: mock)
  --provider FILE  module that exports \`provider\`, which signs callbacks
                   (default: server/provider-states/<contract>.ts, if it exists)

A request may ask for a response: Prefer: code=409, Prefer: example=NAME, or Prefer: dynamic=true for a derived one.
POST /__mock/callbacks/NAME with { "url": "http://...", "example": "..." } sends the sample of the operation or event NAME.
/__requests shows the requests, with the contract's verdict.

Exit status: 0 stopped by SIGTERM or SIGINT, 2 could not run.
`;

/** Serves until a signal stops it. */
export async function mock(args: string[]): Promise<number> {
  const options = readMockOptions(args);
  await using contracts = await openContracts(options.contracts);
  const suites = await loadContracts(contracts.folders);
  printLeftOut(contracts);
  const providers = new Map(
    await Promise.all(
      suites.map(
        async ({ contract: { name } }) =>
          [name, await loadProvider(options.provider, name)] as const,
      ),
    ),
  );
  const stopped = untilStopped();
  const log = (line: string) => {
    printLines([line]);
  };
  const server = await onPort(startMock({ ...options, suites, providers, log }), options.port);
  const { origin } = server.url;
  printLines([`Mock of ${suites.map(({ contract }) => contract.title).join(", ")} at ${origin}`]);
  if (!process.env["CONTRACT_DEV_RESTART"])
    printLines([`Requests, with the contract's verdict: ${origin}${requestsPath}`]);
  await stopped;
  await server.close();
  return 0;
}
