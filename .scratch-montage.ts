import sharp from "sharp";
const [out, cols, ...files] = process.argv.slice(2);
const W = 800,
  n = Number(cols),
  w = Math.floor(1900 / n);
const images = await Promise.all(
  files.map(async (f) => {
    const b = await sharp(f)
      .resize({ width: w - 10 })
      .toBuffer({ resolveWithObject: true });
    return b;
  }),
);
const rows: (typeof images)[] = [];
for (let i = 0; i < images.length; i += n) rows.push(images.slice(i, i + n));
let y = 0;
const comps: any[] = [];
for (const row of rows) {
  row.forEach((im, i) => comps.push({ input: im.data, left: i * w, top: y }));
  y += Math.max(...row.map((r) => r.info.height)) + 10;
}
await sharp({ create: { width: n * w, height: y, channels: 3, background: "#f0f" } })
  .composite(comps)
  .png()
  .toFile(out!);
