import { unwrap, type ReadResponse, type SuccessBody } from "./unwrap.ts";

/**
 * Reads the pages of a list one after another, each when it is needed.
 *
 * @param read requests a page
 * @param first what `read` is called with for the first page
 * @param next returns what `read` is called with for the following page, and undefined after the last one
 * @throws {ResponseError} if a page is not a success (2xx), and what the call rejects with
 * @example
 * const read = (query: { cursor?: string }) => client.findNotes({ query });
 * for await (const { notes } of pages(read, {}, ({ next }) => next === undefined ? next : { cursor: next })) console.log(notes);
 */
export async function* pages<Place, Response extends ReadResponse>(
  read: (place: Place) => Promise<Response>,
  first: Place,
  next: (page: SuccessBody<Response>, place: Place) => Place | undefined,
): AsyncGenerator<SuccessBody<Response>, void, undefined> {
  for (let place: Place | undefined = first; place !== undefined;) {
    const page = await unwrap(read(place));
    yield page;
    place = next(page, place);
  }
}
