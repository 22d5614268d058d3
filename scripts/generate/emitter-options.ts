import type { JSONSchemaType } from "@typespec/compiler";

/** The name under which `tspconfig.yaml` lists the emitter and its options. */
export const emitterName = "@contract-toolkit/generate";

/** Options of the emitter, which are those of `contract generate`. The folder is TypeSpec's own `emitter-output-dir`. */
export interface EmitterOptions {
  version?: string[];
  keep?: string[];
}

const none: string[] = [];

const names = { type: "array", items: { type: "string" }, nullable: true, default: none } as const;

/** Schema of the options, with their defaults. */
export const emitterOptions: JSONSchemaType<EmitterOptions> = {
  type: "object",
  additionalProperties: false,
  required: [],
  properties: {
    version: {
      ...names,
      description:
        "Versions of services with @versioned to write to <service>. Default: the latest. Each other version is a contract in <service>-<version>.",
    },
    keep: {
      ...names,
      description:
        "Files and folders below the output folder that are yours and stay. They are remembered in manifest.txt.",
    },
  },
};
