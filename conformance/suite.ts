import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  positionOfKeyword,
  positionOfRule,
  type Contract,
  type MessageSchemas,
  wholeMessages,
  type OpenApiDocument,
  type RulePositions,
  type Sample,
  type Schema,
} from "@contract-toolkit/contract";
import { casesOfSamples, type Case, type Target } from "./cases/case.ts";
import { deriveExchanges, type DerivedCases } from "./cases/derived-cases.ts";
import { deriveCases } from "./cases/boundaries/derive.ts";
import { constraintsOf, type DerivedConstraints } from "./cases/boundaries/exclusions.ts";
import { ConformanceError } from "./errors.ts";
import { operationsById, withoutRefusals } from "@contract-toolkit/schemas/documents/operations";
import { resolvedRequestSchema } from "@contract-toolkit/schemas/message-schemas/resolved-schemas";

/** A generated contract with the cases to play against its implementations. */
export interface Suite {
  readonly contract: Contract;
  readonly cases: readonly Case[];
  /** Responses of samples that show no request. */
  readonly responses: readonly Case[];
  /** Derives cases for a target from the operations without a sample. */
  readonly derived: (target: Target) => DerivedCases;
  /** The published OpenAPI document. */
  readonly document: OpenApiDocument;
  /** The schemas of the messages, as the validators use them. */
  readonly messages: MessageSchemas;
  /** Derives the cases of every constraint from the samples, or those that concern a target. */
  readonly constraints: (target?: Target) => DerivedConstraints;
  /** The schema of an operation's whole request, without references. */
  readonly requestSchema: (operationId: string) => Schema;
  readonly positionOf: RulePositions;
}

/**
 * Loads a generated contract and its samples.
 *
 * @param folder the folder of a generated contract, for example `generated/catalogue`
 * @throws {ConformanceError} `no-contract`, when it has no contract
 * @example
 * const { contract, cases } = await loadSuite("generated/catalogue");
 */
export async function loadSuite(folder: string): Promise<Suite> {
  const entry = resolve(folder, "index.ts");
  if (!existsSync(entry))
    throw new ConformanceError(
      "no-contract",
      `${folder} has no generated contract: ${entry} is missing.`,
    );
  const { contract } = (await import(pathToFileURL(entry).href)) as {
    contract: Contract;
  };
  const samples = await readJsonFile<Sample[]>(folder, "samples.json");
  const messages = wholeMessages(await readJsonFile<MessageSchemas>(folder, "messages.json"));
  const document = withoutRefusals(await readJsonFile<OpenApiDocument>(folder, "openapi-3.1.json"));
  const casesOf = (shown: readonly Sample[]) => casesOfSamples(contract.operations, shown);
  const cases = casesOf(samples.filter(({ isResponseOnly }) => !isResponseOnly));
  const responses = casesOf(samples.filter(({ isResponseOnly }) => isResponseOnly));
  const suite = {
    contract,
    cases,
    responses,
    document,
    messages,
    positionOf: (rule: string) => positionOfRule(messages, rule),
  };
  return withCases(
    {
      ...suite,
      derived: (target) => deriveExchanges(suite, target),
      requestSchema: (id) => {
        const operation = operationsById(document).get(id);
        if (!operation) throw new TypeError(`There is no operation ${id}.`);
        return resolvedRequestSchema(document, operation);
      },
    },
    cases,
  );
}

/** A suite with other cases, from which those of constraints are derived. */
export function withCases(suite: Omit<Suite, "constraints">, cases: readonly Case[]): Suite {
  const { document, messages, contract } = suite;
  const derive = (isOfRequests: boolean) =>
    deriveCases(
      document,
      cases,
      (places, keyword) => positionOfKeyword(messages, places, keyword),
      Object.values(contract.operations),
      isOfRequests,
    );
  let all: DerivedConstraints | undefined;
  let ofRequests: DerivedConstraints | undefined;
  const constraints = (target?: Target) => {
    const needsResponses = target === undefined || target === "client";
    if (needsResponses) all ??= derive(false);
    const derived = all ?? (ofRequests ??= derive(true));
    return target === undefined ? derived : constraintsOf(target, derived);
  };
  return { ...suite, cases, constraints };
}

async function readJsonFile<Content>(folder: string, file: string): Promise<Content> {
  return JSON.parse(await readFile(join(folder, file), "utf8")) as Content;
}
