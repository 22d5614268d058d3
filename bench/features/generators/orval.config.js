const config = (folder, override, more) => ({
  input: "./openapi.json",
  output: {
    target: `./${folder}/client.ts`,
    client: "fetch",
    baseUrl: { runtime: "globalThis.notesUrl" },
    override,
    ...more,
  },
});

const zod = (folder) => ({ schemas: { path: `./${folder}/schemas`, type: "zod" } });

const converted = {
  useDates: true,
  useBigInt: true,
  zod: { coerce: { response: ["date", "bigint"], body: ["date"] } },
  fetch: { runtimeValidation: true },
};

export default {
  plain: config("orval", {}),
  thrown: config("orval-thrown", { fetch: { forceSuccessResponse: true } }),
  converted: config("orval-converted", converted, zod("orval-converted")),
  validated: config(
    "orval-validated",
    { fetch: { runtimeValidation: true } },
    zod("orval-validated"),
  ),
};
