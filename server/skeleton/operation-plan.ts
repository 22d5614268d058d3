import type { IncomingMessage } from "node:http";
import type { Fault, Operation } from "@contract-toolkit/kernel";
import type { Middleware } from "./application/middleware.ts";
import type { Engine, RequestMessage } from "./engine.ts";
import type { Prepare } from "./registration.ts";
import { createBodyReader, type BodyLimits, type ReadBody } from "./requests/body.ts";
import type { Content } from "./requests/content.ts";
import { readParameters } from "./requests/parameters.ts";
import { UploadedForm, type JudgeForm } from "./requests/streams/uploaded-form.ts";

/**
 * What is known of an operation before it is asked for: decided once, when it is first used. What an operation does not have
 * costs its requests nothing.
 */
export interface OperationPlan<Context, Request> {
  /** Undefined: there is none. */
  readonly middleware: readonly Middleware[] | undefined;
  /** Undefined: the operation takes no body. */
  readonly readBody: ReadBody | undefined;
  readonly readMessage: ReadMessage;
  readonly judge: (message: RequestMessage) => readonly Fault[] | Promise<readonly Fault[]>;
  readonly prepare: Prepare<Context, Request> | undefined;
}

/** Puts together what is judged of a request, and what could not be read of it. */
export type ReadMessage = (
  request: IncomingMessage,
  path: Readonly<Record<string, string>>,
  search: string,
  content: Content | undefined,
) => { readonly message: RequestMessage; readonly unread: readonly Fault[] };

/** What a plan is made of. */
export interface PlanParts<Context, Request> {
  readonly engine: Engine;
  readonly limits: BodyLimits;
  readonly middleware: readonly Middleware[];
  readonly prepare: Prepare<Context, Request> | undefined;
}

/** Makes the plan of an operation. */
export function planOperation<Context, Request>(
  operation: Operation,
  { engine, limits, middleware, prepare }: PlanParts<Context, Request>,
): OperationPlan<Context, Request> {
  return {
    middleware: middleware.length > 0 ? middleware : undefined,
    readBody: createBodyReader(operation, limits, (contentType) =>
      judgeForm(engine, operation, contentType),
    ),
    readMessage(request, fromPath, search, content) {
      const read = readParameters(operation, fromPath, search, request.headers);
      const { path, query, headers, cookies, faults } = read;
      const message: RequestMessage = { path, query, headers };
      if (cookies) message.cookies = cookies;
      if (content?.value !== undefined) {
        message.body = content.value;
        if (operation.body?.others) message.contentType = content.contentType;
      }
      const unread = content ? [...content.faults, ...faults] : faults;
      return { message, unread };
    },
    judge(message) {
      const judged = engine.request(operation, message);
      // What of a form is wrong is found out when it has been read.
      if (!(message.body instanceof UploadedForm)) return judged;
      return judged instanceof Promise ? judged.then(outsideBody) : outsideBody(judged);
    },
    prepare,
  };
}

/** Judges some fields of a form, or all of them, as the body of a request that has nothing else. */
function judgeForm(engine: Engine, operation: Operation, contentType: string): JudgeForm {
  return async (form) => {
    const message = { path: {}, query: {}, headers: {}, body: { ...form } };
    const faults = await engine.request(
      operation,
      operation.body?.others ? { ...message, contentType } : message,
    );
    return faults.filter(({ pointer }) => isInBody(pointer));
  };
}

function outsideBody(faults: readonly Fault[]): readonly Fault[] {
  return faults.filter(({ pointer }) => !isInBody(pointer));
}

function isInBody(pointer: string): boolean {
  return pointer === "/body" || pointer.startsWith("/body/");
}
