/** Examples of an OpenAPI document: values of parameters, and whole bodies. */
import { ownValue, type Operation } from "@contract-toolkit/contract";
import { nodeOrEmpty, nodesOf, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { parameterNodes, resolveNode } from "@contract-toolkit/schemas/documents/references";
import { documentedOperation } from "../../documents/places.ts";

/** The documented examples of an operation. */
export function examplesOf(document: Node, operation: Operation) {
  const { item, own } = documentedOperation(document, operation);
  const parameters = parameterNodes(item, own, (node) => resolveNode(node, document));
  const content = nodeOrEmpty(resolveNode(own["requestBody"], document)["content"]);
  const media = ownValue(content, operation.body?.contentType ?? "");
  return {
    parameters: Object.fromEntries(
      parameters.flatMap(({ parameter }) => {
        const [value] = collectExampleValues(parameter, document);
        return value === undefined ? [] : [[String(parameter["name"]), value]];
      }),
    ),
    bodies: collectExampleValues(nodeOrEmpty(media), document),
  };
}

function collectExampleValues(part: Node, document: Node): unknown[] {
  const { example, examples } = part;
  const schema = resolveNode(part["schema"], document);
  const shown = nodesOf(examples)
    .map(([, node]) => resolveNode(node, document))
    .filter((node) => node["x-provider-states"] === undefined)
    .map(({ value }) => value);
  const ofSchema = Array.isArray(schema["examples"]) ? (schema["examples"] as unknown[]) : [];
  return [example, ...shown, schema["example"], ...ofSchema].filter((value) => value !== undefined);
}
