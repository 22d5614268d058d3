import { createContractClient, type ContractClientOptions } from "../../client/index.ts";
import { isBinaryType, type Operation, type SampleRequest } from "@contract-toolkit/kernel";
import type { ClientUnderTest } from "../index.ts";

/** The generated client of a contract, as the suite drives it. */
export function generatedClient(
  operations: Readonly<Record<string, Operation>>,
  validate: ContractClientOptions["validate"],
): ClientUnderTest {
  return {
    async call(server, { id, parameters, body: documented }, request) {
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
      const body = bytesOf(documented, request.body);
      const answer = await call({ ...request, headers, body });
      return { ...answer, body: base64Of(answer.body) };
    },
  };
}

/** What stands in a sample as Base64 is bytes to a client. */
function bytesOf(documented: Operation["body"], body: unknown): unknown {
  return typeof body === "string" && isBinaryType(documented?.contentType ?? "")
    ? new Uint8Array(Buffer.from(body, "base64"))
    : body;
}

function base64Of(body: unknown): unknown {
  return body instanceof Uint8Array ? Buffer.from(body).toString("base64") : body;
}

/** Samples are data, so that the static types of the methods are of no use here. */
type Call = (request: SampleRequest) => ReturnType<ClientUnderTest["call"]>;
