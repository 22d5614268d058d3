import { expect, test } from "vitest";
import { readExpressSource } from "./express-source.ts";

const added = (text: string, ...specifiers: string[]) =>
  readExpressSource(text, "app.js")?.withValidation(specifiers.length ? specifiers : ["./c.ts"]);

test("the lines stand behind the imports, and before body parsers and routes", () => {
  const text = `#!/usr/bin/env node
import express from "express";
import cors from "cors";
import { log } from "./log.js";

const app = express();
const port = 3000;
app.set("trust proxy", 1);
app.use(cors({ origin: "*" }));

app.use(express.json());
app.get("/", (_request, response) => response.json([]));
`;
  expect(added(text)).toBe(
    text
      .replace(
        `"./log.js";\n`,
        `$&import { validateWith } from "@contract-toolkit/skeleton";\nimport { contract } from "./c.ts";\n`,
      )
      .replace(`"*" }));\n`, "$&app.use(validateWith(contract));\n"),
  );
});

test.each([
  ["a route", `app.get("/", respond);`],
  ["a mounted path", `app.use("/api", limit());`],
  ["a router of its own", `app.use(routes());`],
  ["a function", `app.use(limit);`],
  ["a body parser", `app.use(bodyParser.json());`],
  ["a body parser by name", `app.use(json());`],
  ["another use of the application", `setUp(app);`],
])("the validation stands before %s", (_, line) => {
  const imports = `import e, { json } from "express";
import bodyParser from "body-parser";
import { limit } from "limit";
import { routes, setUp } from "./routes.js";
const app = e();`;
  expect(added(`${imports}\n${line}\n`)?.split("\n").slice(-3, -1)).toEqual([
    "app.use(validateWith(contract));",
    line,
  ]);
});

test.each([
  ["a body parser", `app.use(e.json());`],
  ["a condition", `if (isTest) app.use(log);`],
])("the validation stands behind middleware of a package that is behind %s", (_, line) => {
  const text = `import e from "express";\nimport cors from "cors";\nimport { log } from "./log.js";
const app = e();\n${line}\napp.use(cors());\napp.use(log);\n`;
  expect(added(text)?.split("\n").slice(-4, -1)).toEqual([
    "app.use(cors());",
    "app.use(validateWith(contract));",
    "app.use(log);",
  ]);
});

test("CommonJS, in a function, without semicolons, with other quotes and line ends", () => {
  const text = [
    `'use strict'`,
    `const express = require('express')`,
    `exports.make = () => {`,
    `  const app = express()`,
    `  return app`,
    `}`,
  ].join("\r\n");
  expect(added(text, "./a.ts", "./b.ts")?.split("\r\n")).toEqual([
    `'use strict'`,
    `const express = require('express')`,
    `const { validateWith } = require('@contract-toolkit/skeleton')`,
    `const { contract: contract1 } = require('./a.ts')`,
    `const { contract: contract2 } = require('./b.ts')`,
    `exports.make = () => {`,
    `  const app = express()`,
    `  app.use(validateWith(contract1))`,
    `  app.use(validateWith(contract2))`,
    `  return app`,
    `}`,
  ]);
});

test.each([
  `const app = require("express")();`,
  `import express = require("express");\nconst app: express.Express = express();`,
  `import * as express from "express";\nexport const app = express();`,
])("%s makes an application", (text) => {
  expect(added(text)).toContain("app.use(validateWith(contract));");
});

test.each([
  `import { Router } from "express";\nconst app = Router();`,
  `const { Router } = require("express");\nconst app = Router();`,
  `import express from "other";\nconst app = express();`,
  `const app = 1;`,
])("%s makes none", (text) => {
  expect(added(text)).toBeUndefined();
});
