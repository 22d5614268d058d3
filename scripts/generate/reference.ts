import type { Spec } from "./compile.ts";
import type { Service } from "./service.ts";

export function referencePage(spec: Spec, service: Service): string {
  return `<!doctype html><title>${service.name}</title>${spec.root ? "" : ""}`;
}
