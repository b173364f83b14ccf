import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { streamChat } from '#lib/capabilities/chat/chat.ts'
import type { ChatOptions } from '#lib/capabilities/chat/chat-options.ts'
import type { ChatChunk, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { SearchFinish } from '#lib/contracts/api/search/search.ts'
import { ApiError } from '#lib/errors.ts'
import { CitationReader, type CitationRules } from './citation-reader.ts'
import type { SearchRun } from '#lib/capabilities/search/search-run.ts'
import { type Attribute, SentenceWriter } from './sentence-writer.ts'

/** A chunk of a streamed answer. */
export type AnswerItem =
  | { readonly kind: 'waiting'; readonly note: string }
  | { readonly kind: 'text'; readonly text: string }

export interface AnswerRules extends CitationRules {
  readonly attribute: Attribute
}

/**
 * A streamed answer of a language model with normalized citations.
 * @throws ApiError as chat does
 */
export async function* streamAnswer(
  request: ChatRequest,
  rules: AnswerRules,
  context: RequestContext,
  run: SearchRun,
  options: ChatOptions,
): AsyncGenerator<AnswerItem, SearchFinish> {
  const thinking = new ThinkFilter()
  const reader = new CitationReader(rules)
  const writer = new SentenceWriter(rules.attribute)
  const items = streamChat({ ...request, stream: true }, context, options)[Symbol.asyncIterator]()
  let finish: SearchFinish = 'stop'
  try {
    for (;;) {
      const next = await run.outside(items.next())
      if (next.done === true) break
      if (next.value.kind === 'waiting')
        yield { kind: 'waiting', note: `${next.value.note}; model=${request.model}` }
      if (next.value.kind !== 'events') continue
      finish = next.value.events.reduce(readFinish, finish)
      const text = thinking.push(next.value.events.map(contentOf).join(''))
      if (text === '') continue
      const written = await writer.write(reader.push(text))
      if (written !== '') yield { kind: 'text', text: written }
    }
    const written = await writeRest()
    if (written !== '') yield { kind: 'text', text: written }
    return finish
  } catch (error) {
    // The partial output is reported, though incomplete.
    const written = run.signal.aborted || !(error instanceof ApiError) ? '' : await writeRest()
    if (written !== '') yield { kind: 'text', text: written }
    throw error
  } finally {
    await items.return(undefined)
  }

  /** The buffered rest. */
  async function writeRest(): Promise<string> {
    const rest = [...reader.push(thinking.end()), ...reader.end()]
    return (await writer.write(rest)) + (await writer.end())
  }
}

function contentOf({ choices }: ChatChunk): string {
  return choices[0]?.delta.content ?? ''
}

function readFinish(finish: SearchFinish, { choices }: ChatChunk): SearchFinish {
  const reason = choices[0]?.finish_reason
  if (reason === 'length' || reason === 'content_filter') return reason
  return finish
}

/** Removes the reasoning at the beginning of a streamed answer: `<think>…</think>`. */
class ThinkFilter {
  #held = ''
  #state: 'begin' | 'inside' | 'answer' = 'begin'

  push(text: string): string {
    if (this.#state === 'answer') return text
    this.#held += text
    if (this.#state === 'begin') {
      const start = this.#held.trimStart()
      if ('<think>'.startsWith(start.slice(0, 7)) && start.length < 7) return ''
      this.#state = start.startsWith('<think>') ? 'inside' : 'answer'
    }
    if (this.#state === 'answer') return this.#release(this.#held)
    const end = this.#held.indexOf('</think>')
    if (end === -1) return ''
    this.#state = 'answer'
    return this.#release(this.#held.slice(end + '</think>'.length).trimStart())
  }

  /** The buffered rest; unclosed reasoning is dropped. */
  end(): string {
    return this.#state === 'begin' ? this.#release(this.#held) : ''
  }

  #release(text: string): string {
    this.#held = ''
    return text
  }
}
