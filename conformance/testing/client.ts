import { createContractClient, type ContractClientOptions } from "../../client/index.ts";
import type { Operation, SampleRequest } from "@contract-toolkit/kernel";
import type { ClientUnderTest } from "../index.ts";

/** The generated client of a contract, as the suite drives it. */
export function generatedClient(
  operations: Readonly<Record<string, Operation>>,
  validate: ContractClientOptions["validate"],
): ClientUnderTest {
  return {
    async call(server, { id, parameters }, request) {
      const credential = parameters.find((each) => each.credential)?.name ?? "";
      const { [credential]: token, ...headers } = request.headers as Record<string, string>;
      const client = createContractClient(operations, {
        baseUrl: server.href,
        credential: token,
        validate,
        retries: 0,
      });
      const call = client[id] as unknown as Call | undefined;
      if (!call) throw new TypeError(`The client has no method ${id}.`);
      return call({ ...request, headers });
    },
  };
}

/** Samples are data, so that the static types of the methods are of no use here. */
type Call = (request: SampleRequest) => ReturnType<ClientUnderTest["call"]>;
