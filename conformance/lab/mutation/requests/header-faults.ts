import type { Operation } from "@contract-toolkit/kernel";
import type { Suite } from "../../../suite.ts";
import { headerOf, withHeader, withoutHeader } from "../answers/body.ts";
import type { Header, WireRequest } from "../answers/proxy.ts";
import { requestMutant, type RequestMutant } from "./request-mutant.ts";

/** The faults of the headers of a request: each that samples send, and the content type. */
export function headerFaults(suite: Suite, operation: Operation): RequestMutant[] {
  const sampled = new Set(
    suite.cases
      .filter((each) => each.operation.id === operation.id)
      .flatMap(({ call }) => Object.keys(call.headers)),
  );
  const documented = operation.parameters.filter(
    (each) => each.in === "header" && sampled.has(each.name),
  );
  const type = operation.contentType === undefined ? [] : ["Content-Type"];
  return [
    ...documented.flatMap(({ name, credential }) =>
      faultsOf(suite, operation, name, credential ? "credential dropped" : "header dropped"),
    ),
    ...type.flatMap((name) => faultsOf(suite, operation, name, "content type dropped")),
    ...strayHeaders(suite, operation),
  ];
}

function faultsOf(
  suite: Suite,
  operation: Operation,
  name: string,
  dropped: string,
): RequestMutant[] {
  const change = (operator: string, headers: (sent: WireRequest) => Header[]): RequestMutant =>
    requestMutant(suite, operation, operator, name, (sent) =>
      headerOf(sent.headers, name) === undefined ? undefined : { ...sent, headers: headers(sent) },
    );
  const isType = name === "Content-Type";
  return [
    change(dropped, ({ headers }) => withoutHeader(headers, name)),
    change("header renamed", ({ headers }) =>
      withHeader(headers, name, ([, value]) => [`X-${name}`, value]),
    ),
    change(isType ? "content type changed" : "header changed", ({ headers }) =>
      withHeader(headers, name, ([each, value]) => [each, isType ? "text/plain" : `${value}x`]),
    ),
    change("header doubled", ({ headers }) => [
      ...headers,
      ...headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()),
    ]),
  ];
}

/** Headers that the contract has for other operations only. */
function strayHeaders(suite: Suite, operation: Operation): RequestMutant[] {
  const headersOf = ({ parameters }: Operation) =>
    parameters.filter((each) => each.in === "header").map(({ name }) => name);
  const own = headersOf(operation);
  const others = new Set(Object.values(suite.contract.operations).flatMap(headersOf));
  return [...others]
    .filter((name) => !own.includes(name))
    .map((name) =>
      requestMutant(suite, operation, "header of another operation", name, (sent) => ({
        ...sent,
        headers: [...sent.headers, [name, "x"]],
      })),
    );
}
