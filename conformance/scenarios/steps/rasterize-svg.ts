import type { DefaultTreeAdapterTypes } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;

/** A square picture: of each point, row by row, whether it is dark. */
export interface Picture {
  readonly side: number;
  readonly dark: Uint8Array;
}

/**
 * Draws an SVG picture that has rectangles and paths of straight lines only, as QR codes have (SVG 2, sections 9.3, 10.2 and 13).
 *
 * @returns undefined for any other picture
 */
export function drawSvg(svg: Element): Picture | undefined {
  const box = numbersIn(attribute(svg, "viewbox") ?? "");
  const [left = 0, top = 0, width = number(svg, "width"), height = number(svg, "height")] = box;
  const scale = SIDE / Math.max(width, height);
  const shapes = shapesIn(svg, { fill: "black", stroke: "none" });
  if (!shapes || !Number.isFinite(scale)) return undefined;
  const picture = { side: SIDE, dark: new Uint8Array(SIDE * SIDE) };
  for (const { outlines, ...shape } of shapes) {
    const onPicture = outlines.map((points) =>
      points.map(([x, y]): Point => [(x - left) * scale, (y - top) * scale]),
    );
    fillIn(picture, { ...shape, outlines: onPicture });
  }
  return picture;
}

/** Four points for each module of the largest QR code, which has 177 and 4 light ones on each side. */
const SIDE = 740;

type Point = readonly [x: number, y: number];

interface Shape {
  readonly outlines: readonly (readonly Point[])[];
  readonly isDark: boolean;
  readonly isEvenOdd: boolean;
}

interface Paint {
  readonly fill: string;
  readonly stroke: string;
}

function shapesIn(element: Element, around: Paint): readonly Shape[] | undefined {
  if (silent.has(element.tagName)) return [];
  const paint = {
    fill: style(element, "fill") ?? around.fill,
    stroke: style(element, "stroke") ?? around.stroke,
  };
  if (attribute(element, "transform") !== undefined) return undefined;
  if (element.tagName !== "svg" && element.tagName !== "g") return shapesOf(element, paint);
  const inside = element.childNodes.map((each) => ("tagName" in each ? shapesIn(each, paint) : []));
  return inside.includes(undefined) ? undefined : inside.flatMap((each) => each ?? []);
}

const silent: ReadonlySet<string> = new Set(["title", "desc", "metadata", "style"]);

function shapesOf(element: Element, { fill, stroke }: Paint): Shape[] | undefined {
  const lines = linesOf(element);
  const isEvenOdd = style(element, "fill-rule") === "evenodd";
  const half = Number.parseFloat(style(element, "stroke-width") ?? "1") / 2;
  const strokes = lines?.flatMap((points) => points.slice(1).map((to, at) => [points[at], to]));
  return (
    lines && [
      ...(fill === "none" ? [] : [{ outlines: lines, isDark: isDark(fill), isEvenOdd }]),
      ...(stroke === "none" || !strokes
        ? []
        : [
            {
              outlines: strokes.map(([[x1, y1] = origin, [x2, y2] = origin]) =>
                y1 === y2
                  ? rectangle(Math.min(x1, x2), y1 - half, Math.abs(x2 - x1), 2 * half)
                  : rectangle(x1 - half, Math.min(y1, y2), 2 * half, Math.abs(y2 - y1)),
              ),
              isDark: isDark(stroke),
              isEvenOdd: false,
            },
          ]),
    ]
  );
}

const origin: Point = [0, 0];

function linesOf(element: Element): (readonly Point[])[] | undefined {
  if (element.tagName === "path") return pathLines(attribute(element, "d") ?? "");
  if (element.tagName !== "rect") return undefined;
  const isAll = attribute(element, "width")?.endsWith("%") === true;
  const [x, y] = [number(element, "x", 0), number(element, "y", 0)];
  const [width, height] = isAll
    ? [FAR, FAR]
    : [number(element, "width"), number(element, "height")];
  return [rectangle(x, y, width, height)];
}

/** Beyond any picture. */
const FAR = 1e6;

function rectangle(x: number, y: number, width: number, height: number): readonly Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

/** The lines of a path; undefined where it has curves. */
function pathLines(path: string): (readonly Point[])[] | undefined {
  const lines: Point[][] = [];
  let [x, y] = origin;
  for (const [, letter = "", given = ""] of path.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const isRelative = letter === letter.toLowerCase();
    const command = letter.toUpperCase();
    const numbers = numbersIn(given);
    if (!"MLHVZ".includes(command)) return undefined;
    if (command === "Z") [x, y] = lines.at(-1)?.[0] ?? origin;
    for (let at = 0; at < numbers.length; at += command === "H" || command === "V" ? 1 : 2) {
      const [one = 0, two = 0] = numbers.slice(at);
      const [fromX, fromY] = isRelative ? [x, y] : origin;
      if (command !== "V") x = fromX + one;
      if (command !== "H") y = fromY + (command === "V" ? one : two);
      if (command === "M" && at === 0) lines.push([]);
      lines.at(-1)?.push([x, y]);
    }
    // What follows an end without a beginning of its own begins there.
    if (command === "Z") lines.push([[x, y]]);
  }
  return lines;
}

function fillIn({ side, dark }: Picture, { outlines, isDark: darkens, isEvenOdd }: Shape): void {
  for (const [row, crossings] of crossingsOf(outlines, side)) {
    crossings.sort((one, other) => one.x - other.x);
    let turns = 0;
    for (const [at, { x, turn }] of crossings.entries()) {
      turns += turn;
      const isInside = isEvenOdd ? at % 2 === 0 : turns !== 0;
      if (!isInside) continue;
      const end = crossings[at + 1]?.x ?? x;
      dark.fill(darkens ? 1 : 0, row * side + column(x, side), row * side + column(end, side));
    }
  }
}

function column(x: number, side: number): number {
  return Math.min(Math.max(Math.round(x), 0), side);
}

/** Where outlines cross the middle of each row, and whether downwards or upwards. */
function crossingsOf(outlines: Shape["outlines"], side: number) {
  const rows = new Map<number, { x: number; turn: 1 | -1 }[]>();
  for (const points of outlines)
    for (const [at, [x1, y1]] of points.entries()) {
      const [x2, y2] = points[(at + 1) % points.length] ?? origin;
      const end = Math.min(Math.round(Math.max(y1, y2)), side);
      for (let row = Math.max(Math.round(Math.min(y1, y2)), 0); row < end; row += 1) {
        const x = x1 + ((row + 0.5 - y1) / (y2 - y1)) * (x2 - x1);
        const crossings = rows.get(row) ?? [];
        rows.set(row, crossings);
        crossings.push({ x, turn: y1 < y2 ? 1 : -1 });
      }
    }
  return rows;
}

function isDark(color: string): boolean {
  const [, hex = ""] = /^#([0-9a-f]{3,8})$/i.exec(color) ?? [];
  const channels =
    hex.length < 6 ? hex.slice(0, 3).split("") : (hex.slice(0, 6).match(/../g) ?? []);
  const light = channels.filter((each) => Number.parseInt(each.padEnd(2, each), 16) > 127);
  return hex === "" ? !/^(white|transparent)$/i.test(color) : light.length < 2;
}

function attribute({ attrs }: Element, sought: string): string | undefined {
  return attrs.find(({ name }) => name.toLowerCase() === sought)?.value;
}

function number(element: Element, name: string, otherwise = Number.NaN): number {
  return Number.parseFloat(attribute(element, name) ?? String(otherwise));
}

function style(element: Element, name: string): string | undefined {
  const declarations = (attribute(element, "style") ?? "")
    .split(";")
    .map((each) => each.split(":"));
  const [, declared] = declarations.find(([each]) => each?.trim() === name) ?? [];
  return declared?.trim() ?? attribute(element, name);
}

function numbersIn(text: string): number[] {
  return (text.match(/[-+]?(?:\d*\.\d+|\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
}
