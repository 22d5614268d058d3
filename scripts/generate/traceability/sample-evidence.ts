import { isContainer, type Operation, type Sample, parseJson } from "@contract-toolkit/contract";
import type { Address, Part, Step } from "./address.ts";
import type { Row } from "./rows.ts";

/** A sample as it is sent, with its operation. */
export interface SentSample extends Pick<Sample, "request" | "response" | "fresh"> {
  /** `<operation>/<sample>` */
  readonly id: string;
  readonly operation: Operation;
}

/** One thing that samples must show of a requirement, worded to follow "no sample" in a message, and the samples that show it. */
type SampleEvidence = readonly [what: string, samples: readonly string[]];

/** The aspects of a requirement that samples must show at one of its addresses. */
export function sampleEvidenceAt(
  row: Row,
  address: Exclude<Address, { kind: "choice" }>,
  samples: readonly SentSample[],
): SampleEvidence[] {
  const own = samples.filter(({ operation }) => operation.id === address.operation);
  return aspects(row, address).map(([what, shows]) => [
    what,
    own
      .filter((sentSample) => shows(sampleValuesAt(sentSample, address), sentSample))
      .map(({ id }) => id),
  ]);
}

/** An aspect, and whether a sample's values at an address show it. */
type Aspect = readonly [
  what: string,
  shows: (values: readonly unknown[], sentSample: SentSample) => boolean,
];

function aspects(
  { value, absent, rules = {} }: Row,
  address: Exclude<Address, { kind: "choice" }>,
): Aspect[] {
  const isLeftOut: Aspect[1] = (values, sentSample) => values.length === 0 && succeeds(sentSample);
  if (address.kind === "operation") return [["succeeds", (_, sentSample) => succeeds(sentSample)]];
  if (address.kind === "status")
    return [["has the status", (_, { response }) => response.status === address.status]];
  if (absent) return [["succeeds without it", isLeftOut]];
  if (value !== undefined)
    return [[`has the value ${JSON.stringify(value)}`, (values) => values.includes(value)]];
  const found = Object.entries(rules).flatMap(([rule, limit]): Aspect[] => {
    if (rule === "default") return [["succeeds without it, which shows the default", isLeftOut]];
    const reaches = limits[rule];
    if (!reaches || typeof limit !== "number") return [];
    const what = `is at ${rule} ${limit} or beyond`;
    return [[what, (values) => values.some((value) => reaches(value, limit))]];
  });
  return found.length > 0 ? found : [["has it", (values) => values.length > 0]];
}

const limits: Readonly<Record<string, (value: unknown, limit: number) => boolean>> = {
  maxLength: (value, limit) => typeof value === "string" && value.length >= limit,
  minLength: (value, limit) => typeof value === "string" && value.length <= limit,
  maximum: (value, limit) => typeof value === "number" && value >= limit,
  minimum: (value, limit) => typeof value === "number" && value <= limit,
};

function succeeds({ response }: SentSample): boolean {
  return response.status < 400;
}

function sampleValuesAt(
  { request, response, operation: { contentType }, fresh }: SentSample,
  address: Address,
): unknown[] {
  if (address.kind !== "value") return [];
  const { status, part, steps } = address;
  if (status === undefined) {
    const sent = contentType === undefined ? {} : { "Content-Type": contentType };
    const message = { ...request, headers: { ...sent, ...request.headers } };
    return [...followValueSteps([message[part]], steps), ...longestFreshValues(fresh, part, steps)];
  }
  if (response.status !== status || (part !== "headers" && part !== "body")) return [];
  return followValueSteps([response[part]], steps);
}

/** A fresh value has the greatest allowed length. */
function longestFreshValues(fresh: Sample["fresh"], part: Part, steps: readonly Step[]): string[] {
  const names = steps.flatMap((step) => (typeof step === "string" ? [] : [step.property]));
  // Lists and the content of Base64 strings are not searched for fresh values.
  if (names.length < steps.length) return [];
  const pointer = ["", part, ...names].join("/");
  return fresh
    .filter((item) => item.pointer === pointer)
    .map(({ maxLength = 0 }) => "f".repeat(maxLength));
}

function followValueSteps(values: readonly unknown[], steps: readonly Step[]): unknown[] {
  return steps
    .reduce((inside, step) => inside.flatMap((value) => enterValue(value, step)), values)
    .filter((value) => value !== undefined);
}

function enterValue(value: unknown, step: Step): unknown[] {
  if (step === "items") return Array.isArray(value) ? value : [];
  // The content of a sample that is refused may be invalid.
  if (step === "content")
    return typeof value === "string" ? [parseJson(Buffer.from(value, "base64").toString())] : [];
  return isContainer(value) && step.property in value ? [value[step.property]] : [];
}
