import { getChoices } from "@contract-toolkit/typespec/program";
import { banner } from "./modules/banner.ts";
import type { Spec } from "./compile.ts";
import { sourceExtension } from "./source-positions.ts";
import type { Service } from "./service-model/service.ts";
import { isContainer, type OpenApiDocument, type SourcePosition } from "@contract-toolkit/contract";

/**
 * Returns the Markdown page of all choices: what the document leaves open, what the contract says, and where it
 * applies.
 */
export function choicesPage(spec: Spec, services: readonly Service[]): string {
  const sections = services.flatMap((service) => {
    const choices = getChoices(spec.program, service.namespace);
    if (choices.length === 0) return [];
    const places = services.flatMap((service) => markedPlaces(service.documents.annotated));
    return [
      `## ${service.documents.openapi30.info.title}\n`,
      ...choices.map(({ id, open, chosen }) => {
        const where = places
          .filter(({ ids }) => ids.includes(id))
          .map(({ source }) => `${source.file}:${source.line}`);
        return [
          `### ${id}\n`,
          `- Left open: ${open}`,
          `- Chosen: ${chosen}`,
          `- Applies at: ${[...new Set(where)].join(", ") || "run time only"}\n`,
        ].join("\n");
      }),
    ];
  });
  return `${banner("md")}# What is chosen, not documented\n\n${sections.join("\n")}`;
}

function markedPlaces(document: OpenApiDocument): { ids: string[]; source: SourcePosition }[] {
  const found: { ids: string[]; source: SourcePosition }[] = [];
  const visit = (value: unknown) => {
    if (!isContainer(value)) return;
    if ("x-chosen" in value && sourceExtension in value) {
      found.push({
        ids: value["x-chosen"] as string[],
        source: value[sourceExtension] as SourcePosition,
      });
    }
    Object.values(value).forEach(visit);
  };
  visit(document);
  return found;
}
