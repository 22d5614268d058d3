/** Examples of an OpenAPI document: values of parameters, and whole bodies. */
import { ownValue, type Operation } from "@contract-toolkit/contract";
import { nodeOf, nodesIn, nodesOf, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { resolved } from "@contract-toolkit/import/references";
import { documentedOperation } from "./suite.ts";

/** The documented examples of an operation. */
export function examplesOf(document: Node, operation: Operation) {
  const documented = documentedOperation(document, operation);
  const parameters = nodesIn(documented["parameters"]).map((node) => resolved(node, document));
  const content = nodeOf(resolved(documented["requestBody"], document)["content"]);
  const media = ownValue(content, operation.body?.contentType ?? "");
  return {
    parameters: Object.fromEntries(
      parameters.flatMap((parameter) => {
        const [value] = valuesOf(parameter, document);
        return value === undefined ? [] : [[String(parameter["name"]), value]];
      }),
    ),
    bodies: valuesOf(nodeOf(media), document),
  };
}

function valuesOf(part: Node, document: Node): unknown[] {
  const { example, examples } = part;
  const schema = resolved(part["schema"], document);
  const shown = nodesOf(examples).map(([, node]) => resolved(node, document)["value"]);
  const ofSchema = Array.isArray(schema["examples"]) ? (schema["examples"] as unknown[]) : [];
  return [example, ...shown, schema["example"], ...ofSchema].filter((value) => value !== undefined);
}
