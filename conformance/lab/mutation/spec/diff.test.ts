import { full } from "../../../../server/gateway/testing/long-test.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { diff } from "../../../../scripts/diff/diff.ts";
import type { ContractForm } from "../../../../scripts/diff/contract-form.ts";
import { readGeneratedContract } from "../../../../scripts/diff/read/generated.ts";
import { messageSchemas } from "../../../../scripts/generate/validation/message-schemas.ts";
import { readServices } from "../../../../scripts/generate/service-model/read-services.ts";
import { deriveCases } from "../../../cases/boundaries/derive.ts";
import type { OpenApiDocument } from "@contract-toolkit/contract";
import type { Case } from "../../../cases/case.ts";
import { loadSuite } from "../../../index.ts";
import { changedService } from "../../fixtures/mutants/spec.ts";
import { compileChanged } from "../../testing/changed-spec.ts";
import { chosen } from "../../../../server/gateway/testing/drawn.ts";
import { changedOf, faultsOf } from "./diff-judge.ts";
import { changed, specMutants, type SpecMutant } from "./mutations.ts";

/** Each change takes a second. */
const SAMPLE = full ? Infinity : 1;

const policy = { today: new Date(), noticeDays: 0 };

let healthy: Compiled;
let mutants: readonly SpecMutant[];
let samples: readonly Case[];
let textOf: (path: string) => string;

beforeAll(async () => {
  const spec = await compileChanged();
  mutants = specMutants(spec.program, spec.root, changedService.isOfInterest);
  textOf = (path) => spec.program.sourceFiles.get(path)?.file.text ?? "";
  samples = (await loadSuite(`generated/${changedService.name}`)).cases;
  healthy = await compiled(spec);
});

describe("a change of the specification and its reverse", () => {
  test("are reported as the second validator judges them", async () => {
    const faults: string[] = [];
    for (const mutant of chosen(mutants, SAMPLE, "changes of the specification"))
      faults.push(...(await faultsWith(mutant)).map((fault) => `${mutant.id}: ${fault}`));
    expect(faults).toEqual([]);
  }, 3_600_000);
});

async function faultsWith(mutant: SpecMutant): Promise<string[]> {
  const change = { path: mutant.path, text: changed(textOf(mutant.path), mutant.change) };
  const spec = await compileChanged(change).catch(() => undefined);
  // A change that does not compile gives no contract.
  const mutated = spec && (await compiled(spec).catch(() => undefined));
  if (!mutated) return [];
  const touched = changedOf(healthy.document, mutated.document);
  const shown = samples.filter(({ operation }) => touched.has(operation.id));
  const known = [healthy, mutated].flatMap(
    ({ document }) => deriveCases(document, shown, () => undefined).cases,
  );
  return [[healthy, mutated] as const, [mutated, healthy] as const].flatMap(([old, now]) =>
    faultsOf(old.document, now.document, diff(old.contract, now.contract, policy), [
      ...shown,
      ...known,
    ]),
  );
}

interface Compiled {
  readonly contract: ContractForm;
  readonly document: OpenApiDocument;
}

async function compiled(spec: Awaited<ReturnType<typeof compileChanged>>): Promise<Compiled> {
  const service = (await readServices(spec)).find(({ name }) => name === changedService.name);
  if (!service) throw new RangeError(`There is no service ${changedService.name}.`);
  const { openapi30, openapi31 } = service.documents;
  const files = new Map<string, unknown>([
    ["./openapi.json", openapi30],
    ["./messages.json", messageSchemas(service)],
  ]);
  const contract = await readGeneratedContract(
    {
      kindOf: (path) => Promise.resolve(files.has(path) ? "file" : undefined),
      read: (path) => Promise.resolve(JSON.stringify(files.get(path))),
      foldersIn: () => Promise.resolve([]),
    },
    ".",
  );
  return { contract, document: openapi31 };
}
