import type { Operation, SampleRequest, Schema, SourcePosition } from "@contract-toolkit/kernel";
import type { CaseHead, ProviderState } from "../cases/case.ts";
import type { Suite } from "../suite.ts";
import type { RecorderAnswer } from "../targets/client/recorder/recorder.ts";
import type { Expectations } from "./steps/expect.ts";

/** Several exchanges with one server, each of which depends on those before it. It is data, read from a file. */
export interface Scenario extends CaseHead {
  readonly kind: "scenario";
  /** Values to be made afresh, by name, with their lengths. */
  readonly fresh: Readonly<Record<string, number>>;
  /** What happens, in this order. */
  readonly steps: readonly Step[];
}

/** One thing that a scenario does or expects. */
export type Step =
  | CallStep
  | ListStep
  | ReceiveStep
  | ProviderStateStep
  | JoinStep
  | VisitStep
  | AnswerStep;

interface StepHead {
  /** `step 2 (lookUpItem)` */
  readonly title: string;
  readonly source: SourcePosition;
}

/** Calls an operation and judges its answer. */
export interface CallStep extends StepHead {
  readonly kind: "call";
  readonly suite: Suite;
  readonly operation: Operation;
  /** With `{names}` to be filled in. */
  readonly request: SampleRequest;
  /** Request values that are made afresh. */
  readonly fresh: readonly {
    readonly pointer: string;
    readonly length: number;
  }[];
  /** Texts that are made as long as documented, and the names under which they are known from here on. */
  readonly longest: readonly {
    readonly name: string;
    readonly pointer: string;
    readonly length: number;
  }[];
  readonly status: number;
  readonly expected: Expectations;
  /** Pointers into the answer by the names under which their values are known from here on. */
  readonly keep: Readonly<Record<string, string>>;
  /** How long to repeat the call until its answer is as expected. */
  readonly withinSeconds: number;
}

/** Asks for the pages of a list under all its filters. */
export interface ListStep extends StepHead {
  readonly kind: "list";
  readonly suite: Suite;
  readonly operation: Operation;
  /** With the credentials alone. */
  readonly request: SampleRequest;
  /** The schema of its query. */
  readonly query: Schema;
  /** The parameters of the query that say which page, and how many items one has at most. */
  readonly page: string;
  readonly limit: string;
  /** Pointers into the answer. */
  readonly items: string;
  readonly total: string;
}

/** Waits for a message that the server sends, and judges it. */
export interface ReceiveStep extends StepHead {
  readonly kind: "receive";
  readonly suite: Suite;
  readonly operation: Operation;
  /** Only messages sent to this path below the inbox. */
  readonly at: string;
  /** A message that was received before, again. */
  readonly isRepeated: boolean;
  readonly expected: Expectations;
  readonly keep: Readonly<Record<string, string>>;
  readonly withinSeconds: number;
  /** Whether the message is to be one that its receiver must refuse: the provider has to find a fault in it. */
  readonly isForged: boolean;
}

/** Sets a provider state up. */
export interface ProviderStateStep extends StepHead {
  readonly kind: "providerState";
  readonly state: ProviderState;
}

/** Expects that several lists, joined, hold each of `members` once and nothing else, however they are sorted. */
export interface JoinStep extends StepHead {
  readonly kind: "join";
  readonly lists: readonly unknown[];
  readonly members: readonly unknown[];
}

/** Opens the page at a URL that a message has told, as a browser does, and judges it. */
export interface VisitStep extends StepHead {
  readonly kind: "visit";
  /** With `{names}` to be filled in. */
  readonly url: string;
  /** What is no URL is not opened. */
  readonly isIfUrl: boolean;
  readonly status: number;
  readonly expected: Expectations;
  readonly keep: Readonly<Record<string, string>>;
}

/** Says how messages of the server are answered from here on; without it with 204. */
export interface AnswerStep extends StepHead {
  readonly kind: "answer";
  /** Only messages sent to this path below the inbox. */
  readonly at: string;
  readonly answer: RecorderAnswer;
}
