import { remainderOf } from "./reed-solomon.ts";

/** The modules of a QR code, row by row; true is dark. */
export type Modules = readonly (readonly boolean[])[];

/**
 * Encodes a text as a QR code (ISO/IEC 18004) in byte mode with error
 * correction level M, in the smallest version that holds it.
 *
 * @throws RangeError when the text has more than 666 bytes
 */
export function qrCode(text: string): Modules {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const grid = new Grid(version);
  grid.drawPatterns();
  grid.drawData(interleaved(dataOf(bytes, version), version));
  return grid.dark;
}

/** Error correction codewords of a block and number of blocks at level M, by version from 1 (table 9). */
const blocks: readonly (readonly [number, number])[] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
  [28, 10],
  [28, 11],
  [26, 13],
  [26, 14],
  [26, 16],
];

/** Bits of data and error correction together (annex D of what the function patterns leave). */
function rawBits(version: number): number {
  const all = (16 * version + 128) * version + 64;
  if (version < 2) return all;
  const aligned = Math.floor(version / 7) + 2;
  const versionBits = version < 7 ? 0 : 36;
  return all - ((25 * aligned - 10) * aligned - 55) - versionBits;
}

function blocksOf(version: number): {
  corrections: number;
  count: number;
  codewords: number;
} {
  const [corrections, count] = blocks[version - 1] ?? [0, 0];
  return { corrections, count, codewords: Math.floor(rawBits(version) / 8) };
}

function capacity(version: number): number {
  const { corrections, count, codewords } = blocksOf(version);
  return codewords - corrections * count;
}

const MODE_BITS = 4;

/** Bits of the length in byte mode (table 3). */
function lengthBits(version: number): number {
  return version < 10 ? 8 : 16;
}

function versionFor(byteCount: number): number {
  const at = blocks.findIndex((_, index) => {
    const headBits = MODE_BITS + lengthBits(index + 1);
    return headBits + byteCount * 8 <= capacity(index + 1) * 8;
  });
  if (at === -1) throw new RangeError("The text is too long for a QR code.");
  return at + 1;
}

const BYTE_MODE = 0b0100;

function dataOf(bytes: Uint8Array, version: number): Uint8Array {
  const data = new Uint8Array(capacity(version));
  let at = 0;
  const append = (value: number, bits: number): void => {
    for (let bit = bits - 1; bit >= 0; bit--, at++)
      if ((value >>> bit) & 1) data[at >> 3] = (data[at >> 3] ?? 0) | (0x80 >> (at & 7));
  };
  append(BYTE_MODE, MODE_BITS);
  append(bytes.length, lengthBits(version));
  for (const byte of bytes) append(byte, 8);
  // The terminator's bits are zero already; the rest is padded (7.4.10).
  const used = Math.min(Math.ceil((at + 4) / 8), data.length);
  for (let pad = used; pad < data.length; pad++) data[pad] = (pad - used) % 2 === 0 ? 0xec : 0x11;
  return data;
}

/** Cuts the data into blocks, adds to each its correction, and mixes them byte by byte (7.6). */
function interleaved(data: Uint8Array, version: number): number[] {
  const { corrections, count, codewords } = blocksOf(version);
  const shortBlocks = count - (codewords % count);
  const shortLength = Math.floor(codewords / count) - corrections;
  let from = 0;
  const parts = Array.from({ length: count }, (_, index) => {
    const length = shortLength + (index < shortBlocks ? 0 : 1);
    const part = data.subarray(from, (from += length));
    return { part, correction: remainderOf(part, corrections) };
  });
  const mixed: number[] = [];
  for (let at = 0; at <= shortLength; at++)
    for (const { part } of parts) mixed.push(...part.subarray(at, at + 1));
  for (let at = 0; at < corrections; at++)
    for (const { correction } of parts) mixed.push(...correction.subarray(at, at + 1));
  return mixed;
}

const FINDER = [
  [0, 0],
  [1, 0],
  [0, 1],
] as const;

class Grid {
  readonly dark: boolean[][];
  readonly #fixed: boolean[][];
  readonly #version: number;
  readonly #size: number;

  constructor(version: number) {
    this.#version = version;
    this.#size = 17 + 4 * version;
    const empty = () =>
      Array.from({ length: this.#size }, () => Array.from({ length: this.#size }, () => false));
    this.dark = empty();
    this.#fixed = empty();
  }

  /** Everything but the data (6.3, 7.9, 7.10). */
  drawPatterns(): void {
    for (let at = 0; at < this.#size; at++) {
      this.#fix(6, at, at % 2 === 0);
      this.#fix(at, 6, at % 2 === 0);
    }
    for (const [right, down] of FINDER)
      this.#drawFinder(right * (this.#size - 7) + 3, down * (this.#size - 7) + 3);
    const places = this.#alignments();
    const last = places.length - 1;
    places.forEach((x, column) => {
      places.forEach((y, row) => {
        const corner =
          (column === 0 && row === 0) ||
          (column === 0 && row === last) ||
          (column === last && row === 0);
        if (!corner) this.#drawAlignment(x, y);
      });
    });
    this.#drawFormat();
    this.#drawVersion();
  }

  /** Two columns at a time, from the right, up and down in turns (7.7.3), under the mask. */
  drawData(codewords: readonly number[]): void {
    let at = 0;
    for (let right = this.#size - 1; right >= 1; right -= 2) {
      // The vertical timing pattern takes a column of its own.
      if (right === 6) right = 5;
      const upward = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.#size; step++) {
        const y = upward ? this.#size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.#fixed[y]?.[x]) continue;
          const bit = ((codewords[at >> 3] ?? 0) >>> (7 - (at & 7))) & 1;
          at++;
          this.#set(x, y, (bit === 1) !== masked(x, y));
        }
      }
    }
  }

  #set(x: number, y: number, dark: boolean): void {
    const row = this.dark[y];
    if (row && x >= 0 && x < this.#size) row[x] = dark;
  }

  #fix(x: number, y: number, dark: boolean): void {
    this.#set(x, y, dark);
    const row = this.#fixed[y];
    if (row && x >= 0 && x < this.#size) row[x] = true;
  }

  #drawFinder(x: number, y: number): void {
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.#fix(x + dx, y + dy, ring !== 2 && ring !== 4);
      }
  }

  #drawAlignment(x: number, y: number): void {
    for (let dy = -2; dy <= 2; dy++)
      for (let dx = -2; dx <= 2; dx++)
        this.#fix(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }

  /** Annex E. */
  #alignments(): number[] {
    if (this.#version === 1) return [];
    const count = Math.floor(this.#version / 7) + 2;
    const step = Math.ceil((4 * this.#version + 4) / (2 * count - 2)) * 2;
    const rest = Array.from({ length: count - 1 }, (_, at) => this.#size - 7 - at * step);
    return [6, ...rest.reverse()];
  }

  #drawFormat(): void {
    const bits = withCheck(LEVEL_M_MASK_0, 10, 0x537) ^ 0x5412;
    const bit = (at: number) => ((bits >>> at) & 1) === 1;
    for (let at = 0; at < 6; at++) this.#fix(8, at, bit(at));
    this.#fix(8, 7, bit(6));
    this.#fix(8, 8, bit(7));
    this.#fix(7, 8, bit(8));
    for (let at = 9; at < 15; at++) this.#fix(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at++) this.#fix(this.#size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at++) this.#fix(8, this.#size - 15 + at, bit(at));
    this.#fix(8, this.#size - 8, true);
  }

  #drawVersion(): void {
    if (this.#version < 7) return;
    const bits = withCheck(this.#version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const dark = ((bits >>> at) & 1) === 1;
      const along = this.#size - 11 + (at % 3);
      this.#fix(along, Math.floor(at / 3), dark);
      this.#fix(Math.floor(at / 3), along, dark);
    }
  }
}

/** Level M is 00, mask pattern 0 is 000 (7.9). */
const LEVEL_M_MASK_0 = 0;

// Every reader takes every mask; the best one matters for codes that are printed small.
function masked(x: number, y: number): boolean {
  return (x + y) % 2 === 0;
}

/** A value and the check bits of its BCH code behind it (annexes C and D). */
function withCheck(value: number, checkBits: number, generator: number): number {
  let rest = value;
  for (let bit = 0; bit < checkBits; bit++)
    rest = (rest << 1) ^ ((rest >>> (checkBits - 1)) * generator);
  return (value << checkBits) | rest;
}
