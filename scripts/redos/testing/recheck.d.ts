/** The checker without its native programs: nothing is started, and every platform gives the same verdict. */
declare module "recheck/lib/browser.js" {
  const recheck: Pick<typeof import("recheck"), "checkSync">;
  export default recheck;
}
