/**
 * An answer that is JSON already: bytes of an upstream that nobody needs to read are sent as they came. Together the
 * parts are what the contract's `output` describes.
 */
export class WrittenJson {
  readonly parts: readonly Uint8Array[]

  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts
  }
}
