import { isObject } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { refuseExternalReferences } from "./external-references.ts";

const text = (ref: string) => `openapi: 3.1.0
components:
  schemas:
    A: { type: object }
    B: { $ref: "#/components/schemas/A" }
    C:
      properties:
        d: { $ref: "${ref}" }
`;

const refuse = (ref: string, allowsRemote = false) => {
  const document: unknown = parse(text(ref));
  if (!isObject(document)) throw new TypeError("The document is no object.");
  refuseExternalReferences({ file: "a.yaml", text: text(ref), document }, allowsRemote);
};

test.each([
  "http://127.0.0.1:9/a.json",
  "HTTPS://a.example/b.yaml#/C",
  "//a.example/b",
  "other.yaml",
  "./other.json#/A",
  "../other.yaml",
  "/etc/passwd",
  "file:///etc/passwd",
  "ftp://a.example/b",
])("%s is reported with its line and pointer", (ref) => {
  expect(() => {
    refuse(ref);
  }).toThrow(`a.yaml:8:20 #/components/schemas/C/properties/d/$ref: ${ref}\nBundle the document`);
});

test("only references to http and https can be allowed", () => {
  refuse("https://a.example/b.yaml#/C", true);
  refuse("#/components/schemas/A");
  expect(() => {
    refuse("../other.yaml", true);
  }).toThrow("first.");
  expect(() => {
    refuse("http://a.example/b");
  }).toThrow("--allow-remote");
});

test("a reference in an example is data", () => {
  const example = { value: { $ref: "https://a.example/b" } };
  const document = { components: { examples: { A: example } } };
  refuseExternalReferences({ file: "a.yaml", text: "", document }, false);
});
