import { distanceOf } from "@contract-toolkit/contract/spelling";

/** An environment variable whose name resembles that of a setting. */
export interface SimilarName {
  readonly given: string;
  readonly meant: string;
}

/**
 * Finds variables whose names resemble those of settings that are not set, such as `DATABASE_URI`. Other programs share the
 * environment, so a name counts only if it is the setting's name
 *
 * - in other letters (`mode`) or without its marks (`DATADIR`),
 * - with its words abbreviated or in another order (`DB_URL`, `PREVIOUS_MASTER_KEY`), or
 * - with a mistake of one character, or two in a long name. Short names such as `PORT` have too many neighbours.
 */
export function similarNames(
  given: readonly string[],
  settings: readonly string[],
): readonly SimilarName[] {
  const unset = settings.filter((name) => !given.includes(name));
  return given
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const meant = unset.find((setting) => resembles(name, setting));
      return meant === undefined ? [] : [{ given: name, meant }];
    });
}

function resembles(name: string, setting: string): boolean {
  const upper = name.toUpperCase();
  return (
    lettersOf(upper) === lettersOf(setting) ||
    wordsOf(upper) === wordsOf(setting) ||
    distanceOf(upper, setting) <= mistakesIn(setting)
  );
}

function lettersOf(name: string): string {
  return name.replaceAll(/[^A-Z0-9]/g, "");
}

function wordsOf(name: string): string {
  const words = name.split(/[^A-Z0-9]+/).map((word) => fullWords[word] ?? word);
  return words.sort().join("_");
}

const fullWords: Readonly<Record<string, string>> = {
  DB: "DATABASE",
  DBURI: "DATABASE_URL",
  DBURL: "DATABASE_URL",
  DIRECTORY: "DIR",
  DSN: "URL",
  FOLDER: "DIR",
  OLD: "PREVIOUS",
  PG: "DATABASE",
  POSTGRES: "DATABASE",
  POSTGRESQL: "DATABASE",
  PREV: "PREVIOUS",
  SEC: "SECONDS",
  SECS: "SECONDS",
  URI: "URL",
};

function mistakesIn({ length }: string): number {
  if (length < 7) return 0;
  return length < 10 ? 1 : 2;
}
