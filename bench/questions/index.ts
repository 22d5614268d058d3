import type { Question } from "../question.ts";
import { client } from "./client.ts";
import { documents } from "./documents.ts";
import { gateway } from "./gateway.ts";
import { generate } from "./generate.ts";
import { growth } from "./growth.ts";
import { inspector } from "./inspector.ts";
import { self } from "./self.ts";
import { saturation } from "./saturation.ts";
import { servers } from "./servers.ts";
import { start } from "./start.ts";
import { types } from "./types.ts";

export const questions = {
  servers,
  saturation,
  growth,
  start,
  client,
  types,
  generate,
  documents,
  gateway,
  inspector,
  self,
} satisfies Record<string, Question>;
