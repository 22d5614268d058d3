import express from "express";
import { createContractRouter } from "@contract-toolkit/skeleton";
import type { Handlers } from "../generated/notes/handlers.ts";
import { contract } from "../generated/notes/index.ts";
import type { components } from "../generated/notes/types.ts";

type Note = components["schemas"]["Note"];

/** Makes a server that keeps notes in memory. Handlers get validated requests. */
export function createApp(): express.Express {
  const notes = new Map<string, Note>();

  const handlers: Handlers<undefined> = {
    readNote({ path }, reply) {
      const note = notes.get(path.name);
      if (note) return reply(200, note);
      return reply(404, {
        type: "about:blank",
        title: "Not Found",
        status: 404,
        detail: "There is no such note.",
      });
    },

    writeNote({ path, body }, reply) {
      // A request may have undocumented fields, but a response must not.
      const note = { text: body.text, pinned: body.pinned };
      notes.set(path.name, note);
      return reply(200, note);
    },
  };

  return express().use(createContractRouter(contract, handlers, { authenticate: () => undefined }));
}
