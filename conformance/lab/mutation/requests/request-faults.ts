import type { Operation } from "@contract-toolkit/kernel";
import type { Suite } from "../../../suite.ts";
import { bodyFaults } from "../body-faults.ts";
import type { SampledBody } from "../sampled-fields.ts";
import { readBody, withBody } from "../answers/body.ts";
import type { WireRequest } from "../answers/proxy.ts";
import { headerFaults } from "./header-faults.ts";
import { requestMutant, type RequestMutant } from "./request-mutant.ts";
import { pathFaults, queryFaults } from "./request-target-faults.ts";

/** The faults of what a client sends for one operation. */
export function requestFaults(suite: Suite, operation: Operation): RequestMutant[] {
  return [
    requestMutant(suite, operation, "method changed", "", (sent) => ({
      ...sent,
      method: sent.method === "POST" ? "PUT" : "POST",
    })),
    ...pathFaults(suite, operation),
    ...queryFaults(suite, operation),
    ...headerFaults(suite, operation),
    ...sentBodyFaults(suite, operation),
  ];
}

function sentBodyFaults(suite: Suite, operation: Operation): RequestMutant[] {
  const bodies: SampledBody[] = suite.cases
    .filter((each) => each.operation.id === operation.id)
    .flatMap(({ call }) => (call.body === undefined ? [] : [{ body: call.body, made: [] }]));
  if (bodies.length === 0) return [];
  const write = (operator: string, change: (sent: WireRequest) => string): RequestMutant =>
    requestMutant(suite, operation, operator, "", (sent) => {
      if (sent.body === "") return undefined;
      const body = change(sent);
      return body === sent.body ? undefined : { ...sent, body };
    });
  return [
    write("body sent as text", ({ body }) => JSON.stringify(body)),
    write("body cut short", ({ body }) => body.slice(0, -1)),
    write("body in a wrong character encoding", ({ body }) =>
      Buffer.from(body, "utf8").toString("latin1"),
    ),
    ...bodyFaults(bodies).map(({ operator, place, description, apply }) => ({
      ...requestMutant(suite, operation, operator, `/body${place}`, (sent) => {
        const changed = apply(readBody(sent));
        return changed === undefined ? undefined : withBody(sent, changed);
      }),
      description: `${operation.id}: what is sent: ${description}`,
    })),
  ];
}
