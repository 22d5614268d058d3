import { isContainer, type Operation, type Sample } from "@contract-toolkit/kernel";
import type { Address, Part, Step } from "./address.ts";
import type { Row } from "./rows.ts";

/** A sample with its operation; its request is the one that is sent. */
export interface SentSample extends Pick<Sample, "request" | "response" | "fresh"> {
  /** `<operation>/<sample>` */
  readonly id: string;
  readonly operation: Operation;
}

/** Something that samples have to show of a row, and the samples that do. */
export interface SampleEvidence {
  /** For people, after "no sample". */
  readonly what: string;
  readonly samples: readonly string[];
}

/** What of `row` the samples have to show at one of its addresses. */
export function sampleEvidenceAt(
  row: Row,
  address: Exclude<Address, { kind: "choice" }>,
  samples: readonly SentSample[],
): SampleEvidence[] {
  const own = samples.filter(({ operation }) => operation.id === address.operation);
  const evidenceOf = (what: string, shows: (each: SentSample) => boolean): SampleEvidence => ({
    what,
    samples: own.filter(shows).map(({ id }) => id),
  });
  switch (address.kind) {
    case "operation":
      return [evidenceOf("succeeds", succeeds)];
    case "status":
      return [evidenceOf("has the status", ({ response }) => response.status === address.status)];
    case "value":
      return aspects(row).map(({ what, shows }) =>
        evidenceOf(what, (each) => shows(valuesAt(each, address), each)),
      );
  }
}

/** One thing to be shown of a value, from the values that a sample has there. */
interface Aspect {
  readonly what: string;
  readonly shows: (values: readonly unknown[], each: SentSample) => boolean;
}

function aspects({ value, absent, rules = {} }: Row): Aspect[] {
  if (absent)
    return [
      {
        what: "succeeds without it",
        shows: (values, each) => values.length === 0 && succeeds(each),
      },
    ];
  if (value !== undefined)
    return [
      {
        what: `has the value ${JSON.stringify(value)}`,
        shows: (values) => values.includes(value),
      },
    ];
  const found = Object.entries(rules).flatMap(([rule, limit]) => ruleAspect(rule, limit));
  return found.length > 0 ? found : [{ what: "has it", shows: (values) => values.length > 0 }];
}

/** A limit is shown by a value at it or beyond it, a default by leaving the value out. */
function ruleAspect(rule: string, limit: unknown): Aspect[] {
  if (rule === "default")
    return [
      {
        what: "succeeds without it, which shows the default",
        shows: (values, each) => values.length === 0 && succeeds(each),
      },
    ];
  const reaches = limits[rule];
  if (!reaches || typeof limit !== "number") return [];
  return [
    {
      what: `is at ${rule} ${limit} or beyond`,
      shows: (values) => values.some((value) => reaches(value, limit)),
    },
  ];
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

function valuesAt(
  { request, response, operation, fresh }: SentSample,
  { status, part, steps }: Extract<Address, { kind: "value" }>,
): unknown[] {
  if (status === undefined) {
    const { contentType } = operation;
    const message = {
      ...request,
      headers: {
        ...(contentType !== undefined && { "Content-Type": contentType }),
        ...request.headers,
      },
    };
    return [...follow([message[part]], steps), ...freshValues(fresh, part, steps)];
  }
  if (response.status !== status || (part !== "headers" && part !== "body")) return [];
  return follow([response[part]], steps);
}

/** A value that is made afresh for each play has the greatest length that is allowed. */
function freshValues(fresh: Sample["fresh"], part: Part, steps: readonly Step[]): string[] {
  const names = steps.flatMap((step) => (typeof step === "string" ? [] : [step.property]));
  // Fresh values are not looked for in lists, nor in the content of Base64 strings.
  if (names.length < steps.length) return [];
  const pointer = ["", part, ...names].join("/");
  return fresh
    .filter((each) => each.pointer === pointer)
    .map(({ maxLength = 0 }) => "f".repeat(maxLength));
}

function follow(values: readonly unknown[], [step, ...rest]: readonly Step[]): unknown[] {
  if (step === undefined) return values.filter((value) => value !== undefined);
  return follow(
    values.flatMap((value) => enter(value, step)),
    rest,
  );
}

function enter(value: unknown, step: Step): unknown[] {
  if (step === "items") return Array.isArray(value) ? value : [];
  if (step === "content") return typeof value === "string" ? decodedJson(value) : [];
  return isContainer(value) && step.property in value ? [value[step.property]] : [];
}

/** The JSON content of a Base64 string; a sample may have what is none, to be refused. */
function decodedJson(text: string): unknown[] {
  try {
    return [JSON.parse(Buffer.from(text, "base64").toString("utf8"))];
  } catch {
    return [];
  }
}
