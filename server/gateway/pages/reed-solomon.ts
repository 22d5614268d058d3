/** The correction codewords of a block of data (ISO/IEC 18004, 7.5.2): its remainder in GF(2^8). */
export function remainderOf(data: Uint8Array, count: number): Uint8Array {
  const generator = generatorOf(count);
  const rest = new Uint8Array(count);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest.copyWithin(0, 1);
    rest[count - 1] = 0;
    generator.forEach((coefficient, at) => {
      rest[at] = (rest[at] ?? 0) ^ product(coefficient, factor);
    });
  }
  return rest;
}

/** The generator polynomial of annex A, without its leading 1. */
function generatorOf(degree: number): Uint8Array {
  const generator = new Uint8Array(degree);
  generator[degree - 1] = 1;
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++)
      generator[at] = product(generator[at] ?? 0, root) ^ (generator[at + 1] ?? 0);
    root = product(root, 2);
  }
  return generator;
}

/** The field's polynomial: x^8 + x^4 + x^3 + x^2 + 1. */
const FIELD = 0x11d;

function product(left: number, right: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >>> 7) * FIELD);
    result ^= ((right >>> bit) & 1) * left;
  }
  return result;
}
