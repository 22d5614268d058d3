import type { Suite } from "@contract-toolkit/conformance";

/** A credential for everything that asks for one; a mock knows nobody, and takes any. */
export function anyCredentials({ contract }: Suite): Record<string, string> {
  const names = Object.values(contract.operations).flatMap(({ security = [], parameters }) => [
    ...security.flat().map(({ name }) => name),
    ...parameters.filter(({ credential }) => credential).map(({ name }) => name),
  ]);
  return Object.fromEntries(names.map((name) => [name, "anything"]));
}
