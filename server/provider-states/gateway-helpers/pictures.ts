import jsqr from "jsqr";

/** The largest QR code has 177 modules and a margin of 4 on each side. Each module gets four pixels. */
const SIDE = 740;

/** Reads the content of the QR code in an SVG picture; undefined if the picture cannot be drawn or read. */
export async function readQrCode(svg: string): Promise<string | undefined> {
  // The native library takes 50 ms to load, and few runs read a picture.
  const { default: sharp } = await import("sharp");
  const picture = sharp(Buffer.from(svg))
    .resize(SIDE, SIDE, { fit: "contain", background: "white" })
    .flatten({ background: "white" })
    .ensureAlpha();
  const points = await picture
    .raw()
    .toBuffer()
    .catch(() => undefined);
  return points && jsqr.default(new Uint8ClampedArray(points), SIDE, SIDE)?.data;
}
