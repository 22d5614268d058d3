/** The checker without its native programs. It starts no process, and its verdict is the same on every platform. */
declare module "recheck/lib/browser.js" {
  const recheck: Pick<typeof import("recheck"), "checkSync">;
  export default recheck;
}
