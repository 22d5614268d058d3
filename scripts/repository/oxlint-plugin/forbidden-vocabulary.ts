import type { Rule } from "@oxlint/plugins";

/** Words that do not belong in a file, and phrases of plain English that hold one of them. */
export interface Vocabulary {
  /** Singular, in lower case. */
  readonly words: readonly string[];
  /** Where one of the words means something else, spelt as it is in the file. */
  readonly phrases?: readonly string[];
}

/** A word found in a text: from its offset to its end. */
export interface FoundWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the vocabulary's words in prose and inside identifiers, in whatever case and number. */
export function findWords(text: string, { words, phrases = [] }: Vocabulary): FoundWord[] {
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

/** Lint rule that keeps a domain's words out of files that work for any domain. */
export const forbiddenVocabulary: Rule = {
  meta: {
    type: "problem",
    schema: false,
    messages: {
      foreign:
        "'{{word}}' is a word of one domain, and this file works for any; say it in general terms.",
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

/** The words that an identifier is made of: `findItems` has two. */
function parts(token: RegExpExecArray): RegExpExecArray[] {
  return [...token[0].matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g)].map((part) =>
    Object.assign(part, { index: token.index + part.index }),
  );
}

function isUnwanted(word: string, unwanted: ReadonlySet<string>): boolean {
  return unwanted.has(word) || unwanted.has(word.replace(/s$/, ""));
}
