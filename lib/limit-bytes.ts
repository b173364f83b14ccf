/**
 * The parts of a body as they arrive, up to a maximum size.
 * @param tooLarge makes the error for more bytes; the rest is then not read
 */
export async function* limitBytes<Part extends Uint8Array>(
  body: AsyncIterable<Part>,
  bytesMax: number,
  tooLarge: () => Error,
): AsyncGenerator<Part, void, undefined> {
  let sizeBytes = 0
  for await (const part of body) {
    sizeBytes += part.byteLength
    if (sizeBytes > bytesMax) throw tooLarge()
    yield part
  }
}
