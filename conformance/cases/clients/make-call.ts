import type { Suite } from "../../suite.ts";
import type { Case } from "../case.ts";
import { httpHead } from "../servers/make-case.ts";
import type { CallCase, CallGroup, AnswerForm, TimedAnswer } from "./call-case.ts";

export interface CallContext {
  readonly suite: Suite;
  /** The sample or derived case that says most, of those that are answered with success. */
  readonly success: Case;
  /** The same with an answer whose texts have more bytes than characters, as far as they may. */
  readonly accented: Case;
  /** One of each other documented status. */
  readonly errors: readonly Case[];
}

/** A case of an operation; `why` says what is different. Unless it is told, it is the base's call and answer. */
export function callCase(
  base: Case,
  [group, section]: readonly [CallGroup, string],
  name: string,
  why: string,
  parts: Partial<CallCase>,
): CallCase {
  const { operation, call } = base;
  return {
    ...httpHead(operation, group, section, name, why),
    call,
    answers: [asDocumented(base)],
    ...parts,
  };
}

type Answered = Pick<Case, "response">;

/** The answer of a case in another form that means the same. */
export function asDocumented({ response }: Answered, raw: AnswerForm = {}): TimedAnswer {
  return { ...raw, response, expected: "response" };
}

/** The answer of a case in a form that nobody may take for an answer. */
export function toRefuse({ response }: Answered, raw: AnswerForm = {}): TimedAnswer {
  return { ...raw, response, expected: "refused" };
}

/** The answer of a case in a form that a client may read or refuse. */
export function eitherWay({ response }: Answered, raw: AnswerForm = {}): TimedAnswer {
  return { ...raw, response, expected: "either" };
}

/** An answer that leads to another place. */
export function redirectTo(location: string, status: number): AnswerForm {
  const headers = { Location: [location], "Content-Type": [] };
  return { status, headers, body: { text: "" } };
}

/** Tells the statuses of an operation apart in ids; a success needs no name. */
export function nameIn({ success }: CallContext, base: Case): string {
  return base.response.status === success.response.status ? "" : `${base.response.status} `;
}
