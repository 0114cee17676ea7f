// Numbers in words.

/** A number for reading: whole as it is, else `digits` decimals, with a real minus. @type {(x: number, digits?: number) => string} */
export function format(x, digits = 4) {
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const near = Math.round(x);
  let text = Math.abs(x - near) < 1e-9 ? String(near) : x.toFixed(digits);
  if (Math.abs(x) >= 1e5) text = x.toExponential(2).replace("e+", "e");
  if (/^-0(\.0*)?$/.test(text)) text = text.slice(1);
  return text.replace("-", "−");
}

/** "[1, 2, 3]". @type {(row: number[], digits?: number) => string} */
export const list = (row, digits) => `[${row.map((x) => format(x, digits)).join(", ")}]`;
