import { execFileSync } from "node:child_process";

/**
 * Returns a function that runs git in a folder and returns its output. The settings of the machine are ignored.
 *
 * @example
 * gitIn(folder)("commit", "--quiet", "--message", "First");
 */
export function gitIn(folder: string) {
  const user = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" };
  return (...args: string[]): string =>
    execFileSync("git", [...user, ...args], {
      cwd: folder,
      env,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
}
