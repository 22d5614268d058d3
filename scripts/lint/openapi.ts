import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { pointerStep } from "@contract-toolkit/kernel";

/** What a linter says of one place of a document. */
export interface Complaint {
  readonly document: string;
  readonly linter: "spectral" | "redocly";
  readonly rule: string;
  /** JSON pointer of the place. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * What Spectral (`spectral:oas`) and Redocly (`recommended`) say of an OpenAPI document, errors and warnings alike.
 *
 * @param name what to call the document
 */
export async function complaintsOf(name: string, document: unknown): Promise<Complaint[]> {
  const text = JSON.stringify(document);
  const found = [...(await spectralComplaints(text)), ...(await redoclyComplaints(text))];
  return found.map((each) => ({ document: name, ...each }));
}

type Unnamed = Omit<Complaint, "document">;

async function spectralComplaints(text: string): Promise<Unnamed[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });
  const found = await linter.run(text);
  return found.map(({ code, path, message }) => ({
    linter: "spectral",
    rule: String(code),
    pointer: path.map((step) => `/${pointerStep(String(step))}`).join(""),
    message,
  }));
}

async function redoclyComplaints(text: string): Promise<Unnamed[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: text, absoluteRef: "document.json", config });
  return found.map(({ ruleId, location, message }) => ({
    linter: "redocly",
    rule: ruleId,
    pointer: location[0]?.pointer?.slice(1) ?? "",
    message,
  }));
}
