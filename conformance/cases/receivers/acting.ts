import type { SampleRequest } from "@contract-toolkit/contract";
import type { Case } from "../case.ts";
import {
  callbackSteps,
  type CallbackCase,
  type CallbackStep,
  type MessageForm,
} from "./callback-case.ts";
import { mapped } from "./genuine.ts";
import { movedTime } from "./times.ts";

/** Whether a receiver acts once on each event, in whatever sequence messages arrive. */
export function actingCases(base: Case, isBodySigned: boolean): CallbackCase[] {
  return sequences
    .filter(
      ([, , ...steps]) => isBodySigned || steps.every(({ form }) => form.damage === undefined),
    )
    .map(([name, why, ...steps]) => callbackSteps(base, `acting/${name}`, why, steps));
}

const HOUR_MS = 3_600_000;

function firstMessageStep(form: MessageForm = {}): CallbackStep {
  return { what: "the first message", form, expected: "acknowledged" };
}

function again(what: string, form: MessageForm = {}): CallbackStep {
  return { what, form, expected: "acknowledged", isActedOn: false };
}

function another(id: string, form: MessageForm = {}): CallbackStep {
  return {
    what: "another message",
    form: { ...form, id: `{id}_${id}` },
    expected: "acknowledged",
  };
}

function forged(what: string): CallbackStep {
  const damage = { body: { text: '{open},"undocumented":1}' } };
  return { what, form: { damage }, expected: "refused" };
}

function shiftTimes(request: SampleRequest, byMs: number): SampleRequest {
  return { ...request, body: mapped(request.body, (value) => movedTime(value, byMs)) };
}

type Sequence = readonly [name: string, why: string, ...steps: CallbackStep[]];

const LONG = "0123456789abcdef".repeat(6);

const differingIds = [
  ["in case", "{id}_a", "{id}_A"],
  ["at the end", `${LONG}{id}a`, `${LONG}{id}b`],
  ["at the beginning", `a${LONG}{id}`, `b${LONG}{id}`],
  ["in a mark", "{id}-1", "{id}_1"],
  ["in letters", "{id}1ax", "{id}1bx"],
].map(([where = "", id = "", changedId = ""]): Sequence => {
  const second = { ...firstMessageStep({ id: changedId }), what: `an id that differs ${where}` };
  return [
    `ids that differ ${where}`,
    "ids are compared as a whole",
    firstMessageStep({ id }),
    second,
  ];
});

const sequences: readonly Sequence[] = [
  [
    "signed anew",
    "a repeated message has a new time and signature, but the same id",
    firstMessageStep({ afterSeconds: -30 }),
    again("repeated later", { afterSeconds: 0 }),
  ],
  [
    "often",
    "a sender may repeat a message often",
    firstMessageStep(),
    ...["repeated", "repeated twice", "repeated three times"].map((what) => again(what)),
  ],
  [
    "later",
    "a later repetition",
    firstMessageStep(),
    { ...again("repeated later"), isLater: true },
  ],
  [
    "among others",
    "other messages arrive before the repetition",
    firstMessageStep(),
    ...["1", "2", "3", "4", "5"].map((id) => another(id)),
    again("repeated after five others"),
  ],
  [
    "at once",
    "copies arrive at the same time",
    { ...firstMessageStep(), what: "four copies at once", copies: 4 },
    again("repeated"),
  ],
  [
    "another id",
    "equal content with another id is another event",
    firstMessageStep(),
    another("other"),
  ],
  ...differingIds,
  [
    "signed before the last",
    "messages may arrive in any sequence",
    firstMessageStep(),
    { ...another("earlier", { afterSeconds: -30 }), what: "signed before the last" },
  ],
  [
    "of an earlier time",
    "events may arrive in any sequence",
    firstMessageStep({ change: (request) => shiftTimes(request, HOUR_MS) }),
    { ...another("earlier"), what: "of an earlier time than the last" },
  ],
  [
    "after a forgery",
    "a forged message with its id must not suppress the genuine one",
    forged("a forgery before its message"),
    { ...firstMessageStep(), what: "the message after its forgery" },
  ],
  [
    "before a forgery",
    "a forged message with a known id must be refused",
    firstMessageStep(),
    forged("a forgery with a known id"),
    again("repeated after a forgery"),
  ],
];
