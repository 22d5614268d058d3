import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

const config = (path, types, client, ...more) => ({
  name: path,
  root: ".",
  input: { path: "./openapi.json" },
  output: { path: `./${path}`, clean: true },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ enumType: "asConst", ...types }),
    pluginClient({ client: "fetch", bundle: true, dataReturnType: "full", ...client }),
    ...more,
  ],
});

const converted = { dateType: "date", integerType: "bigint" };
const coercion = { dates: true, numbers: true, strings: false };
const parser = "zod";

export default defineConfig([
  config("kubb", {}, {}),
  config("kubb-validated", {}, { parser }, pluginZod({})),
  config("kubb-converted", converted, { parser }, pluginZod({ ...converted, coercion })),
]);
