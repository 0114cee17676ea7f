/** Files as they come: by what they hold, and many as one, a zip that only stores. */

export const PACKED = ".packed";

/**
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 * @typedef {[name: string, bytes: Bytes]} Stored
 */

const END = 0x06054b50; // of the list of entries
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;

/** SHA-256 in hexadecimal, by the browser; not on plain http. @param {Bytes} bytes */
export async function digestOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What is in a pack. @param {ReadableStream<Bytes>} stream */
export const unpacked = (stream) => stream.pipeThrough(gunzip());

/** @returns {ReadableWritablePair<Bytes, Bytes>} */
const gunzip = () => /** @type {ReadableWritablePair} */ (new DecompressionStream("gzip"));

/**
 * The files of a zip that stores: views into it, nothing is copied.
 * @param {Bytes} zip
 * @returns {Stored[]}
 */
export function unzip(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.byteLength - END_SIZE;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("not a zip");
  const decoder = new TextDecoder();
  /** @type {Stored[]} */
  const files = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left -= 1) {
    const size = view.getUint32(at + 20, true);
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const local = view.getUint32(at + 42, true);
    const path = decoder.decode(zip.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + name));
    const from =
      local + LOCAL_SIZE + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.push([path, zip.subarray(from, from + size)]);
    at += ENTRY_SIZE + name + extra + comment;
  }
  return files;
}
