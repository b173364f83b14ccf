import { chatChunkSchema, type ChatChunk } from '#lib/contracts/api/chat.ts'

export interface ReadStream {
  /** Each checked against the contract. */
  readonly chunks: readonly ChatChunk[]
  readonly comments: readonly string[]
  readonly done: boolean
  /** The in-band error, if any. */
  readonly error: { readonly code: string; readonly type: string; readonly param: null } | null
  readonly text: string
}

/** Reads a streamed answer to its end, strictly: one `data:` line and one empty line per event. */
export async function readEvents(response: Response): Promise<ReadStream> {
  const blocks = (await response.text()).split('\n\n').filter(block => block !== '')
  const data = blocks.filter(block => block.startsWith('data: ')).map(block => block.slice(6))
  const values = data.filter(line => line !== '[DONE]').map(line => JSON.parse(line) as { error?: ReadStream['error'] })
  const chunks = values.filter(value => value.error === undefined).map(value => chatChunkSchema.parse(value))
  return {
    chunks,
    comments: blocks.filter(block => block.startsWith(':')),
    done: data.at(-1) === '[DONE]',
    error: values.find(value => value.error !== undefined)?.error ?? null,
    text: chunks.flatMap(chunk => chunk.choices.map(choice => choice.delta.content ?? '')).join(''),
  }
}
