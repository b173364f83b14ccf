/** Tables of stored responses. Times are milliseconds. */
export interface ResponseSchema {
  responses: ResponseTable
  /** Which response an output item belongs to. */
  responseItems: { teamId: string; itemId: string; responseId: string }
}

interface ResponseTable {
  teamId: string
  id: string
  /** Of its key; '': the key has none. */
  ownerId: string
  keyId: string
  createdAt: number
  /** Public id of the model that answered. */
  model: string
  /** The response that it continues; null: it begins a conversation. */
  previousId: string | null
  /** JSON of its own input items, of its output items, and of the response without them. */
  input: string
  output: string
  response: string
  sizeBytes: number
}
