import type { RequestHandler } from "express";
import { createReference, type Reference, serveReference } from "@contract-toolkit/api-reference";
import { onePerDecision, testCards } from "../domain/bank/bank-test-data.ts";
import { scenarioParameter } from "./sandbox/forced-outcome.ts";
import { generatedPath } from "./generated-documents.ts";

/** Serves the reference of this gateway's contracts. It is made at the first request. */
export function createReferencePages(sandbox: boolean, publicUrl: string): RequestHandler {
  let reference: Promise<Reference> | undefined;
  return (request, response, next) => {
    reference ??= createGatewayReference(sandbox, publicUrl);
    reference
      .then((made) => {
        if (!serveReference(made, "/docs/", request, response)) next();
      })
      .catch(next);
  };
}

/** The reference of this gateway's contracts. In a sandbox, the page begins with the credential that the console gets. */
export function createGatewayReference(sandbox: boolean, publicUrl: string): Promise<Reference> {
  const served = sandbox ? ["gateway", "sandbox"] : ["gateway"];
  return createReference(
    [...served, "merchant"].map((name) => generatedPath(name)),
    {
      server: (contract) => (served.includes(contract) ? "" : undefined),
      client: (contract) => (contract === "gateway" ? clientSetupCode(publicUrl) : undefined),
      parameters: (contract) => (sandbox && contract === "gateway" ? [scenarioParameter] : []),
      introduction: (contract) => (sandbox && contract === "gateway" ? FIRST_STEPS : undefined),
      link: sandbox ? { url: "/console", description: "Console" } : undefined,
      credential: sandbox ? { url: "/console/session", field: "jwt" } : undefined,
    },
  );
}

/** How a merchant begins. */
const FIRST_STEPS = `## First request

[Make a payment link](#gateway/tag/payments/payOrder): press **Test Request**, then **Send**. The page has the demo partner's credential.
Open \`payment.url\` of the response, and pay with a test card:

| Number | Payment |
| --- | --- |
${onePerDecision(testCards)
  .map(({ number, decision }) => `| ${number} | ${decision} |`)
  .join("\n")}

[All cards, accounts and amounts](/console/sandbox)`;

function clientSetupCode(baseUrl: string): string {
  return `import { createClient } from "payment-gateway-client";

const client = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, token });`;
}
