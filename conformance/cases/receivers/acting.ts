import type { SampleRequest } from "@contract-toolkit/kernel";
import type { Case } from "../case.ts";
import {
  callbackSteps,
  type CallbackCase,
  type CallbackStep,
  type MessageForm,
} from "./callback-case.ts";
import { mapped } from "./genuine.ts";
import { movedTime } from "./times.ts";

/** Acting once on each event, in whatever sequence messages come. `isWhole`: the bytes of the body are signed. */
export function actingCases(base: Case, isWhole: boolean): CallbackCase[] {
  return sequences
    .filter(([, , ...steps]) => isWhole || steps.every(({ form }) => form.damage === undefined))
    .map(([name, why, ...steps]) => callbackSteps(base, `acting/${name}`, why, steps));
}

const HOUR_MS = 3_600_000;

function first(form: MessageForm = {}): CallbackStep {
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

function moved(request: SampleRequest, byMs: number): SampleRequest {
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
].map(([where = "", id = "", other = ""]): Sequence => {
  const second = { ...first({ id: other }), what: `an id that differs ${where}` };
  return [`ids that differ ${where}`, "ids are compared as a whole", first({ id }), second];
});

const sequences: readonly Sequence[] = [
  [
    "signed anew",
    "who sends again signs anew: the id tells a repeat, not the time or the signature",
    first({ afterSeconds: -30 }),
    again("repeated later", { afterSeconds: 0 }),
  ],
  [
    "often",
    "a message comes as often as its sender likes",
    first(),
    ...["repeated", "repeated twice", "repeated three times"].map((what) => again(what)),
  ],
  [
    "later",
    "a repeat comes some time after the message",
    first(),
    { ...again("repeated later"), isLater: true },
  ],
  [
    "among others",
    "other messages come before a repeat",
    first(),
    ...["1", "2", "3", "4", "5"].map((id) => another(id)),
    again("repeated after five others"),
  ],
  [
    "at once",
    "copies come at the same time",
    { ...first(), what: "four copies at once", copies: 4 },
    again("repeated"),
  ],
  [
    "another id",
    "an event that says what another said is another event",
    first(),
    another("other"),
  ],
  ...differingIds,
  [
    "signed before the last",
    "messages come in any sequence",
    first(),
    { ...another("earlier", { afterSeconds: -30 }), what: "signed before the last" },
  ],
  [
    "of an earlier time",
    "events come in any sequence",
    first({ change: (request) => moved(request, HOUR_MS) }),
    { ...another("earlier"), what: "of an earlier time than the last" },
  ],
  [
    "after a forgery",
    "whoever guesses an id must not keep its message from being acted on",
    forged("a forgery before its message"),
    { ...first(), what: "the message after its forgery" },
  ],
  [
    "before a forgery",
    "a known id proves nothing",
    first(),
    forged("a forgery with a known id"),
    again("repeated after a forgery"),
  ],
];
