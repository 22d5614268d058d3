import type { Exception } from "./exceptions.ts";
import type { SpecificationResult } from "./measure.ts";

/** Writes the page of results. */
export function resultsPage(
  results: readonly SpecificationResult[],
  exceptions: readonly Exception[],
): string {
  const all = results.flatMap(({ scenarios }) => scenarios);
  const generated = results.filter(({ isGenerated }) => isGenerated);
  return `# Results of Spector

[Spector](https://github.com/microsoft/typespec/tree/main/packages/spector) is the suite that Microsoft plays on generators
of clients and servers for TypeSpec (\`@typespec/http-specs\`). Each scenario has the exact request and response. Our server
gets the requests of Spector. Our client makes the calls on the mock server of Spector, which compares them.
\`node scripts/repository/judges/spector/main.ts\` writes this page, and \`npm run test:full\` compares it.

- Specifications that are generated: ${generated.length} of ${results.length}
- Scenarios that our server passes: ${passed(all, "server")} of ${all.length}
- Scenarios that our client passes: ${passed(all, "client")} of ${all.length}

| Specification | Scenarios | Server | Client |
| --- | --- | --- | --- |
${results.map(specificationRow).join("\n")}

## What does not pass

${exceptions.map(sectionOf).join("\n\n")}
`;
}

function specificationRow({ name, isGenerated, scenarios }: SpecificationResult): string {
  const title = isGenerated ? name : `${name} (not generated)`;
  return `| ${title} | ${scenarios.length} | ${passed(scenarios, "server")} | ${passed(scenarios, "client")} |`;
}

function passed(scenarios: SpecificationResult["scenarios"], side: "server" | "client"): number {
  return scenarios.filter((scenario) => scenario[side] === undefined).length;
}

function sectionOf({ reason, side, scenarios }: Exception): string {
  const sides = side === undefined ? "Server and client" : side === "server" ? "Server" : "Client";
  return `${sides}: ${reason}\n\n${scenarios.map((scenario) => `- \`${scenario}\``).join("\n")}`;
}
