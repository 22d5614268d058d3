import type { Operation } from "@contract-toolkit/kernel";
import type { Suite } from "../../../suite.ts";
import type { WireRequest } from "../answers/proxy.ts";
import { requestMutant, type RequestMutant } from "./request-mutant.ts";

/** The faults of a request's path. */
export function pathFaults(suite: Suite, operation: Operation): RequestMutant[] {
  const change = (
    operator: string,
    place: string,
    onPath: (segments: readonly string[]) => readonly string[],
  ): RequestMutant =>
    requestMutant(suite, operation, operator, place, (sent) => {
      const [path = "", query] = sent.target.split("?");
      return retargeted(
        sent,
        [onPath(path.split("/")).join("/"), query].filter((part) => part !== undefined).join("?"),
      );
    });
  const template = operation.path.split("/");
  const fixed = template.findLastIndex((step) => !step.startsWith("{"));
  const at = (place: number, onStep: (step: string) => string) => (segments: readonly string[]) =>
    segments.map((step, index) => (index === place ? onStep(step) : step));
  return [
    change(
      "path misspelt",
      "",
      at(fixed, (step) => `${step}x`),
    ),
    change(
      "path in capitals",
      "",
      at(fixed, (step) => step.toUpperCase()),
    ),
    change("path with a slash at its end", "", (all) => [...all, ""]),
    ...template.flatMap((step, index) => {
      if (!step.startsWith("{")) return [];
      const name = step.slice(1, -1);
      return [
        change(
          "path parameter changed",
          name,
          at(index, (each) => `${each}x`),
        ),
        change("path parameter encoded twice", name, at(index, encodeURIComponent)),
        change("path parameter not encoded", name, at(index, decodeURIComponent)),
      ];
    }),
  ];
}

/** The faults of a request's query: of each parameter that samples send. */
export function queryFaults(suite: Suite, operation: Operation): RequestMutant[] {
  const sampled = new Set(
    suite.cases
      .filter((each) => each.operation.id === operation.id)
      .flatMap(({ call }) => Object.keys(call.query)),
  );
  const change = (
    operator: string,
    name: string,
    onPair: (name: string, value: string) => readonly string[],
  ): RequestMutant =>
    requestMutant(suite, operation, operator, name, (sent) => {
      const [path = "", query = ""] = sent.target.split("?");
      const pairs = query.split("&").flatMap((pair) => {
        const [key = "", value = ""] = pair.split("=");
        return decodeURIComponent(key) === name ? onPair(key, value) : [pair];
      });
      return retargeted(sent, pairs.length > 0 ? `${path}?${pairs.join("&")}` : path);
    });
  return [
    requestMutant(suite, operation, "undocumented query parameter", "", (sent) =>
      retargeted(sent, `${sent.target}${sent.target.includes("?") ? "&" : "?"}undocumented=1`),
    ),
    ...operation.parameters
      .filter((each) => each.in === "query" && sampled.has(each.name))
      .flatMap(({ name }) => [
        change("query parameter dropped", name, () => []),
        change("query parameter doubled", name, (key, value) => [
          `${key}=${value}`,
          `${key}=${value}`,
        ]),
        change("query parameter renamed", name, (key, value) => [`${key}s=${value}`]),
        change("query parameter changed", name, (key, value) => [`${key}=${value}1`]),
        change("query parameter encoded twice", name, (key, value) => [
          `${key}=${encodeURIComponent(value)}`,
        ]),
        change("query parameter with brackets", name, (key, value) => [`${key}[]=${value}`]),
      ]),
  ];
}

function retargeted(sent: WireRequest, target: string): WireRequest | undefined {
  return target === sent.target ? undefined : { ...sent, target };
}
