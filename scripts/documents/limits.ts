import { type UsageError } from "../usage-error.ts";

/** What is wrong in a text, and the offset where. */
export type Refuse = (offset: number, what: string) => UsageError;

/** Deeper than any document that people write, and less than what programs that go through it can take. */
export const mostLevels = 200;

export const tooDeep = `nests more than ${mostLevels} levels deep; move inner parts to components and refer to them.`;
