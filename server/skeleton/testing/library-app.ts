import express, { type Express } from "express";
import {
  createContractRouter,
  type Answered,
  type HandlersOf,
  type RouterOptions,
} from "../index.ts";
import { library, type Operations } from "./library.ts";
import { listen, type Listening } from "./listen.ts";

type Handlers = HandlersOf<Operations, string>;

/** Answers of the library that a test may replace. */
export const handlers: HandlersOf<Operations, unknown> = {
  findBooks: (_, reply) => reply(200, [{ title: "Rivers" }]),
  addBook: ({ body }, reply) => reply(201, body, { Location: "/books/1" }),
  removeBook: (_, reply) => reply(204, undefined),
  noteBook: ({ body }, reply) => reply(200, body),
  borrowBook: ({ body }, reply) => reply(200, body),
};

/** The library on a free port, with what became of its requests. */
export interface LibraryApp extends Listening {
  readonly answered: Answered<string>[];
}

type LibraryOptions = Partial<RouterOptions<string>> & {
  readonly handlers?: Partial<Handlers>;
  readonly mountPath?: string;
  /** The router is not given the hook that keeps its reports. */
  readonly unreported?: boolean;
};

/** Serves the library in an application that somebody else begins. */
export async function startLibrary(
  begin: (app: Express) => unknown,
  { handlers: replaced, mountPath = "/", unreported = false, ...options }: LibraryOptions = {},
): Promise<LibraryApp> {
  const answered: Answered<string>[] = [];
  const router = createContractRouter<Operations, string>(
    library,
    { ...handlers, ...replaced },
    {
      authenticate: () => "reader",
      ...(!unreported && { onAnswered: (each) => answered.push(each) }),
      ...options,
    },
  );
  const app = express();
  begin(app);
  app.use(mountPath, router);
  return { ...(await listen(app)), answered };
}
