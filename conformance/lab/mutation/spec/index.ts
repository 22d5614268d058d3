import { loadClient } from "../../fixtures/mutants/clients.ts";
import { startServer } from "../../fixtures/mutants/server.ts";
import { changedService } from "../../fixtures/mutants/spec.ts";
import {
  playOnClient,
  playOnServer,
  type Case,
  type ClientUnderTest,
  type ConstraintCase,
  type Target,
} from "../../../index.ts";
import { concerns } from "../../../internal.ts";
import { playScenario, type ServerInScenario } from "../../../scenarios/play.ts";
import {
  compileChanged,
  refusalsOf,
  suiteOf,
  type ServiceSuite,
} from "../../testing/changed-spec.ts";
import type { Verdict } from "../../../verdict.ts";
import {
  killedBy,
  readEquivalents,
  noticed,
  plays,
  type Killed,
  type MutantGroup,
  type Outcome,
  type Play,
} from "../mutant.ts";
import { differencesOf, type Differences } from "./differences.ts";
import { changed, specMutants, type SpecMutant } from "./mutations.ts";

/**
 * Changes of the specification. The suite of each changed specification must report the unchanged server or client, or
 * the generator must refuse the change.
 */
export async function openSpecMutants(): Promise<MutantGroup> {
  const spec = await compileChanged();
  const mutants = firstOfEachKind(
    specMutants(spec.program, spec.root, changedService.isOfInterest),
  );
  const healthy = await suiteOf(spec, changedService.name);
  const running = await startServer([]);
  const loaded = await loadClient([]);
  const targets: Targets = { healthy, server: running.server, client: loaded.client };
  const textOf = (path: string) => spec.program.sourceFiles.get(path)?.file.text ?? "";
  return {
    name: "spec",
    aim: 1,
    equivalents: await readEquivalents("spec-survivors"),
    mutants: mutants.map((mutant) => ({
      ...mutant,
      attempt: () => attempt(mutant, textOf(mutant.path), targets),
    })),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await loaded[Symbol.asyncDispose]();
    },
  };
}

/** The first mutant of each kind in a file. The others differ from it in a name, and cases of the same origin notice them. */
function firstOfEachKind(mutants: readonly SpecMutant[]): SpecMutant[] {
  const byKind = Map.groupBy(mutants, ({ path, operator }) => `${path} ${operator}`);
  return [...byKind.values()].flatMap(([first]) => first ?? []);
}

interface Targets {
  readonly healthy: ServiceSuite;
  readonly server: ServerInScenario;
  readonly client: ClientUnderTest;
}

async function attempt(mutant: SpecMutant, text: string, targets: Targets): Promise<Outcome> {
  const change = { path: mutant.path, text: changed(text, mutant.change) };
  let suite: ServiceSuite;
  try {
    suite = await suiteOf(await compileChanged(change), changedService.name);
  } catch (error) {
    return refused(mutant, [String(error)]);
  }
  const differences = differencesOf(targets.healthy, suite);
  const [first, ...further] = await firstReport(mutant, playsOf(suite, differences, targets));
  if (first) {
    const names = [first, ...further].some((verdict) => namesSource(mutant, verdict));
    return { ...killedBy(first), namesSource: names };
  }
  const outcome = await playScenarios(suite, differences);
  if (outcome.outcome === "killed") return outcome;
  const refusals = await refusalsOf(change);
  return refusals.length > 0 ? refused(mutant, refusals) : outcome;
}

/** A specification that `contract generate` or `contract check` refuses is not played. */
function refused({ source }: SpecMutant, refusals: readonly string[]): Killed {
  const { file = "", line = 0 } = source ?? {};
  return {
    outcome: "killed",
    caseId: "generator",
    finding: refusals.join("\n"),
    namesSource: refusals.some((refusal) => refusal.includes(`${file}:${line}`)),
  };
}

function namesSource({ source }: SpecMutant, verdict: Verdict): boolean {
  return [verdict.case.source, ...verdict.findings.map((finding) => finding.source)].some(
    (sourcePosition) =>
      sourcePosition?.file === source?.file && sourcePosition?.line === source?.line,
  );
}

/** The cases that are played after the first failure, as a reader would look at them. */
const MORE_CASES = 50;

/** The first failed cases, up to one that names the changed TypeSpec. */
async function firstReport(mutant: SpecMutant, plays: Iterable<Play>): Promise<readonly Verdict[]> {
  const failed: Verdict[] = [];
  let left = MORE_CASES;
  for (const { run } of plays) {
    const verdict = await run();
    if (verdict.outcome === "failed") failed.push(verdict);
    if (namesSource(mutant, verdict) && verdict.outcome === "failed") break;
    if (failed.length > 0) left -= 1;
    if (left === 0) break;
  }
  return failed;
}

/** New and changed cases come first, then other cases of changed operations. */
function playsOf(
  { suite }: ServiceSuite,
  { cases, operations }: Differences,
  { server, client }: Targets,
): Play[] {
  const onClient = (item: Case | ConstraintCase) => playOnClient(suite.contract, item, client);
  const onServer = (item: Case | ConstraintCase) => playOnServer(suite, item, server);
  const isTouched = ({ operation }: Case | ConstraintCase) => operations.has(operation.id);
  const samples = suite.cases.filter(isTouched);
  const constraints = suite.constraints().cases.filter(isTouched);
  const concerning = (all: readonly ConstraintCase[], target: Target) =>
    all.filter((constraintCase) => concerns(constraintCase, target));
  return [
    ...plays(concerning(cases, "server"), onServer),
    ...plays(concerning(cases, "client"), onClient),
    ...plays(samples, onServer),
    ...plays(samples, onClient),
    ...plays(concerning(constraints, "server"), onServer),
  ];
}

/**
 * Plays the scenarios of the changed operations on a new server, because callbacks of other cases would delay those that
 * scenarios wait for.
 */
async function playScenarios(
  { suite }: ServiceSuite,
  { operations }: Differences,
): Promise<Outcome> {
  const touched = changedService
    .scenariosOf(suite)
    .filter(({ steps }) =>
      steps.some((step) => step.kind === "call" && operations.has(step.operation.id)),
    );
  if (touched.length === 0) return { outcome: "survived" };
  await using running = await startServer([]);
  return await noticed(plays(touched, (scenario) => playScenario(scenario, running.server)));
}
