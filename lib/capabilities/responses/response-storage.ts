/** Storage of responses as capabilities need it. */

/** The readers of a response: keys of the same owner, or all keys of the team without an owner. */
export interface ResponseOwner {
  readonly teamId: string
  /** Null: the key has none. */
  readonly userId: string | null
}

/** A response with its items, as JSON. */
export interface StoredResponse {
  readonly id: string
  /** Public id of the model that answered. */
  readonly model: string
  /** The response that it continues; null: it begins a conversation. */
  readonly previousId: string | null
  /** Its own input items, without those of earlier responses. */
  readonly input: string
  readonly output: string
  /** The response object without its output. */
  readonly response: string
}

export interface NewResponse extends StoredResponse {
  readonly owner: ResponseOwner
  readonly keyId: string
  /** Milliseconds since 1970, as all times here. */
  readonly createdAt: number
  /** Ids of the output items. */
  readonly itemIds: readonly string[]
}

export interface ReadBounds {
  readonly bytesMax: number
  /** Gets the size of the texts before they are read. @throws ApiError where they do not fit into memory */
  readonly hold: (bytes: number) => void
}

/** Every method that reads takes the time before which responses have expired. */
export interface ResponseStorage {
  /** How long the team stores responses; null: it stores none. */
  daysOf(teamId: string): Promise<number | null>
  /** @returns false: the team has a response with this id */
  insert(response: NewResponse): Promise<boolean>
  find(owner: ResponseOwner, id: string, since: number): Promise<StoredResponse | null>
  /** A response and all that it continues, oldest first. */
  findChain(
    owner: ResponseOwner,
    id: string,
    since: number,
    bounds: ReadBounds & { readonly linksMax: number },
  ): Promise<
    | { readonly kind: 'found'; readonly responses: readonly StoredResponse[] }
    | { readonly kind: 'missing' }
    | { readonly kind: 'too_long' }
  >
  /** The newest response that has each of these output items, oldest first. */
  findWithItems(
    owner: ResponseOwner,
    itemIds: readonly string[],
    since: number,
    bounds: ReadBounds,
  ): Promise<
    | { readonly kind: 'found'; readonly responses: readonly Pick<StoredResponse, 'model' | 'output'>[] }
    | { readonly kind: 'too_long' }
  >
  /** @returns false: there is none */
  remove(owner: ResponseOwner, id: string, since: number): Promise<boolean>
  /**
   * Removes the team's oldest responses beyond its quota.
   * @param pause awaited after each small batch; an error it throws stops the work
   */
  removeExcess(teamId: string, pause: () => Promise<void>): Promise<unknown>
  /** A JSON text without secrets. */
  readonly redact: (json: string) => string
  /** Lets other requests run before this much is parsed; undefined: it is small. */
  readonly waitToParse: (sizeBytes: number) => Promise<void> | undefined
  onFault(error: unknown, text: string): void
}
