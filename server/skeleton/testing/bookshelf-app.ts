import express, { type Express } from "express";
import {
  createContractRouter,
  type ResponseInfo,
  type HandlersOf,
  type RouterOptions,
} from "../index.ts";
import { bookshelf, type Operations } from "./bookshelf.ts";
import { listen, type Listening } from "./listen.ts";

type Handlers = HandlersOf<Operations, string>;

/** Answers of the bookshelf that a test may replace. */
export const handlers: HandlersOf<Operations, unknown> = {
  findBooks: (_, reply) => reply(200, [{ title: "Rivers" }]),
  addBook: ({ body }, reply) => reply(201, body, { Location: "/books/1" }),
  removeBook: (_, reply) => reply(204, undefined),
  noteBook: ({ body }, reply) => reply(200, body),
  borrowBook: ({ body }, reply) => reply(200, body),
};

/** The bookshelf on a free port, with what became of its requests. */
export interface BookshelfApp extends Listening {
  readonly answered: ResponseInfo<string>[];
}

type BookshelfOptions = Partial<RouterOptions<string>> & {
  readonly handlers?: Partial<Handlers>;
  readonly mountPath?: string;
  /** The router is not given the hook that keeps its reports. */
  readonly unreported?: boolean;
};

/** Serves the bookshelf in an application that somebody else begins. */
export async function startBookshelf(
  begin: (app: Express) => unknown,
  { handlers: replaced, mountPath = "/", unreported = false, ...options }: BookshelfOptions = {},
): Promise<BookshelfApp> {
  const answered: ResponseInfo<string>[] = [];
  const router = createContractRouter<Operations, string>(
    bookshelf,
    { ...handlers, ...replaced },
    {
      authenticate: () => "reader",
      ...(!unreported && { onResponse: (each) => answered.push(each) }),
      ...options,
    },
  );
  const app = express();
  begin(app);
  app.use(mountPath, router);
  return { ...(await listen(app)), answered };
}
