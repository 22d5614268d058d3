import type { Rule } from "@oxlint/plugins";

/** Words that a file must not have, and phrases that contain such a word with another meaning. */
export interface Vocabulary {
  /** Singular, in lower case. */
  readonly words: readonly string[];
  /** Spelt as in the file. */
  readonly phrases?: readonly string[];
}

/** Finds the words in prose and inside identifiers, in any case, singular and plural. */
export function findWords(text: string, { words, phrases = [] }: Vocabulary) {
  const unwanted = new Set(words);
  const bare = phrases.reduce(
    (rest, phrase) => rest.replaceAll(phrase, "_".repeat(phrase.length)),
    text,
  );
  return [...bare.matchAll(/[A-Za-z0-9]+/g)].flatMap((token) =>
    [token, ...parts(token)]
      .filter(([word]) => isUnwanted(word.toLowerCase(), unwanted))
      .slice(0, 1)
      .map(({ 0: word, index }) => ({ word, start: index, end: index + word.length })),
  );
}

/** Lint rule: files that work for any domain contain no words of one domain. */
export const forbiddenVocabulary: Rule = {
  meta: {
    type: "problem",
    schema: false,
    messages: {
      foreign:
        "'{{word}}' is a word of one domain, but this file works for any domain. Use a general term.",
    },
  },
  create(context) {
    const [vocabulary] = context.options as unknown as [Vocabulary];
    const { sourceCode } = context;
    return {
      Program() {
        for (const { word, start, end } of findWords(sourceCode.text, vocabulary)) {
          const [from, to] = [start, end].map((at) => sourceCode.getLocFromIndex(at));
          if (from && to)
            context.report({ loc: { start: from, end: to }, messageId: "foreign", data: { word } });
        }
      },
    };
  },
};

/** The words of an identifier: `findItems` has two. */
function parts(token: RegExpExecArray): RegExpExecArray[] {
  return [...token[0].matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g)].map((part) =>
    Object.assign(part, { index: token.index + part.index }),
  );
}

function isUnwanted(word: string, unwanted: ReadonlySet<string>): boolean {
  return unwanted.has(word) || unwanted.has(word.replace(/s$/, ""));
}
