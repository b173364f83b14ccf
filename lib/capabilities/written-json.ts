/**
 * A response that is already JSON: upstream bytes pass through unparsed. Joined, the parts match the
 * contract's `output`.
 */
export class WrittenJson {
  readonly parts: readonly Uint8Array[]

  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts
  }
}
