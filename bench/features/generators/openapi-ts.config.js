const sdk = ["@hey-api/client-fetch", { name: "@hey-api/typescript", enums: "javascript" }];

const transformers = { name: "@hey-api/transformers", dates: true, bigInt: true };

const config = (output, ...plugins) => ({
  input: "openapi.json",
  output,
  plugins: [...sdk, ...plugins],
});

export default [
  config("hey-api", "@hey-api/sdk"),
  config("hey-api-converted", transformers, { name: "@hey-api/sdk", transformer: true }),
  config("hey-api-validated", "zod", { name: "@hey-api/sdk", validator: true }),
];
