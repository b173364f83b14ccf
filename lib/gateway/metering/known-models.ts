const answeredMax = 1000

/**
 * The models whose requests have a usage series of their name, also those that were refused or canceled. Another name may
 * be a client's invention, and series are never deleted.
 */
export class KnownModels {
  readonly #listedId: (named: string) => string | null
  /** Public IDs that no list has. */
  readonly #answered = new Set<string>()

  /** @param listedId the public ID of a listed model by any of its names; null: no list has it */
  constructor(listedId: (named: string) => string | null) {
    this.#listedId = listedId
  }

  /** Metrics have series of these alone. */
  isListed(publicId: string): boolean {
    return !this.#answered.has(publicId) || this.#listedId(publicId) !== null
  }

  /** A provider has answered with the model, so that it exists. */
  answered(publicId: string): void {
    if (this.#answered.size < answeredMax) this.#answered.add(publicId)
  }

  /**
   * @param asked the public ID of the model of the last attempt; null: no provider was asked
   * @param named the model as the client named it; null: it named none
   * @returns null: it is not known whether there is such a model
   */
  find(asked: string | null, named: string | null): string | null {
    const name = asked ?? named
    if (name === null) return null
    return this.#answered.has(name) ? name : this.#listedId(name)
  }
}
