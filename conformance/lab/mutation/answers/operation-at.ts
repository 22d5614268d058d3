import type { Suite } from "../../../suite.ts";

/** The id of the operation that a request line is for; undefined when no contract has it. */
export function operationAt(
  suites: readonly Pick<Suite, "contract">[],
  method: string,
  target: string,
): string | undefined {
  const segments = target.replace(/\?.*$/, "").split("/");
  // A path without parameters comes before one that has them.
  return suites
    .flatMap(({ contract }) => Object.values(contract.operations))
    .filter((operation) => operation.method === method && matches(operation.path, segments))
    .toSorted((one, other) => variables(one.path) - variables(other.path))[0]?.id;
}

function matches(path: string, segments: readonly string[]): boolean {
  const template = path.split("/");
  return (
    template.length === segments.length &&
    template.every((step, index) => step.startsWith("{") || step === segments[index])
  );
}

function variables(path: string): number {
  return path.split("{").length;
}
