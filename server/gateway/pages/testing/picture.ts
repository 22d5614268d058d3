/** The picture that a camera would take: each dark module of the SVG as a square of pixels. */
export function pictureOf(svg: string): { width: number; height: number; data: Uint8Array } {
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const pixels = 4;
  const width = modules * pixels;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < pixels; row++) {
      const first = ((Number(y) * pixels + row) * width + Number(x) * pixels) * 4;
      data.fill(0, first, first + pixels * 4);
    }
  return { width, height: width, data };
}
